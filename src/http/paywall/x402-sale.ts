import type { Buyer } from './buyer.ts'
import type { Problem } from '../wire/problem.ts'
import type { Offer } from '../rails/offer.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import type { X402Rail } from '../rails/x402.ts'
import type { PaywallContext } from './context.ts'
import type { HeldClaim, Product } from './product.ts'

/** Where a payment stood. */
export type PaymentHeader = 'X-PAYMENT' | 'PAYMENT-SIGNATURE'

/** What is sold to whom, and how the payment was shown. */
export interface PaymentAttempt {
  readonly paywall: PaywallContext
  readonly rail: X402Rail
  readonly offer: Offer
  readonly product: Product
  readonly buyer: Buyer
  readonly header: PaymentHeader
}

/** One sale on its way: what every step of it needs. */
export interface X402Sale extends PaymentAttempt {
  readonly payment: ShownPayment
  readonly claim: HeldClaim
  /** Its id. */
  readonly receipt: string
  readonly closed: Problem | null
}
