import type { Buyer } from './buyer.ts'
import type { Problem } from '../wire/problem.ts'
import type { Offer } from '../rails/offer.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import type { X402Rail } from '../rails/x402.ts'
import type { Till } from './till.ts'
import type { HeldClaim, Wares } from './wares.ts'

/** Where a payment stood. */
export type PaymentHeader = 'X-PAYMENT' | 'PAYMENT-SIGNATURE'

/** What is sold to whom, and how the payment was shown. */
export interface Shown {
  readonly till: Till
  readonly rail: X402Rail
  readonly offer: Offer
  readonly wares: Wares
  readonly buyer: Buyer
  readonly header: PaymentHeader
}

/** One sale on its way: what every step of it needs. */
export interface Sale extends Shown {
  readonly payment: ShownPayment
  readonly claim: HeldClaim
  /** Its id. */
  readonly receipt: string
  readonly closed: Problem | null
}
