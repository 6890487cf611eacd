import { bolt11Amount } from './bolt11-amount.ts'
import { bolt11Terms } from './bolt11-terms.ts'
import { type Invoice, type InvoiceOrder, isPaymentHash, lightningFailure, type LightningFailure } from './node.ts'

/**
 * Checks an invoice of the node against the request. With another amount the price would be wrong. With another hash
 * than the node states, the buyer would pay for a token that no preimage makes valid.
 */
export const checkedInvoice = (
  order: InvoiceOrder,
  given: { readonly bolt11: string; readonly paymentHash: string },
): Invoice | LightningFailure => {
  const paymentHash = given.paymentHash.toLowerCase()
  if (!isPaymentHash(paymentHash)) return lightningFailure('unreadable', 'the payment hash is not 32 bytes')
  const msat = bolt11Amount(given.bolt11)
  const terms = bolt11Terms(given.bolt11)
  if (msat === null || terms === null) return lightningFailure('unreadable', 'the invoice is not BOLT 11')
  if (msat !== BigInt(order.sats) * 1000n)
    return lightningFailure('unreadable', `the invoice is for ${msat} msat, not for ${order.sats} sat`)
  if (terms.paymentHash !== paymentHash)
    return lightningFailure('unreadable', 'the invoice has another payment hash than the answer')
  return { kind: 'invoice', bolt11: given.bolt11, paymentHash, expiresAt: terms.expiresAt }
}
