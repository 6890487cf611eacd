import type { Refused, TooDear } from './errors.ts'
import type { Challenge } from './offers.ts'
import type { L402Payment, X402Payment } from './receipt.ts'

/** What a way to pay makes of a challenge. */
export type Judged =
  | { readonly kind: 'not_offered' }
  | { readonly kind: 'refused'; readonly because: Refused | TooDear }
  /** Within its limit. `amount` is in the smallest unit of the rail: millisatoshis, base units of USDC. Preparing moves no money. */
  | { readonly kind: 'fits'; readonly amount: bigint; readonly prepare: () => Promise<Payment> }

export type Payment = L402Payment | X402Payment

/** A way to pay, with its limit. Made by `l402` and `x402`. */
export interface Payer<P extends Payment = Payment> {
  readonly rail: P['rail']
  judge(challenge: Challenge): Judged
  /**
   * Makes the payment, or goes on with one that is under way. It may be called again for the same payment and never pays
   * twice.
   */
  complete(payment: P): Promise<P>
  /**
   * Signs that the payment is its payer's own: an x402 payment is public once it is on the chain, so a lost answer may be
   * handed out against this alone. `null` if this wallet signs no texts.
   *
   * @param request hex, from `Claros-Request`
   */
  prove?(payment: P, request: string): Promise<string | null>
}

/** The header that shows a payment; `null` while there is nothing to show. */
export const paymentHeader = (payment: Payment): Readonly<Record<string, string>> | null => {
  if (payment.rail === 'x402') return { 'payment-signature': payment.header }
  return payment.preimage === null ? null : { authorization: `L402 ${payment.macaroon}:${payment.preimage}` }
}
