import type { Buyer } from './buyer.ts'
import type { Problem } from '../wire/problem.ts'
import type { Offer } from '../rails/offer.ts'
import type { ShownPayment } from '../rails/x402-payload.ts'
import type { X402Rail } from '../rails/x402.ts'
import type { PaywallContext } from './context.ts'
import type { HeldClaim, Product } from './product.ts'

/** The header that carried a payment. */
export type PaymentHeader = 'X-PAYMENT' | 'PAYMENT-SIGNATURE'

/** The product, the buyer, and the payment as it was sent. */
export interface PaymentAttempt {
  readonly paywall: PaywallContext
  readonly rail: X402Rail
  readonly offer: Offer
  readonly product: Product
  readonly buyer: Buyer
  readonly header: PaymentHeader
}

/** One running sale, with everything that its steps need. */
export interface X402Sale extends PaymentAttempt {
  readonly payment: ShownPayment
  readonly claim: HeldClaim
  /** The id of its receipt. */
  readonly receipt: string
  readonly closed: Problem | null
}
