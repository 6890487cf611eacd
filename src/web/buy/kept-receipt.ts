import { fromBase64Json } from '../../../client/src/base64-json.ts'
import { readInvoice } from '../../../client/src/bolt11.ts'
import { inDollars } from '../../../client/src/dollars.ts'
import { isReceipt, type L402Payment, type Receipt, type X402Payment } from '../../../client/src/receipt.ts'
import { membersIn } from '../../../client/src/request.ts'
import { tabMemory } from '../parts/memory.ts'
import { satsText } from '../parts/texts.ts'

/**
 * The payment that is under way for a path. It outlives the page in this tab, so that a lost page loses no money: it is
 * repeated with the same payment, never with a new one.
 */

const nameFor = (path: string): string => `claros-payment ${path}`

export const keepReceipt = (path: string, receipt: Receipt): void =>
  void tabMemory.set(nameFor(path), JSON.stringify(receipt))

export const forgetReceipt = (path: string): void => tabMemory.remove(nameFor(path))

/** Only this page writes there, but an earlier release of it may have. */
export const keptReceipt = (path: string): Receipt | null => {
  const value = membersIn(tabMemory.get(nameFor(path)) ?? '')
  return isReceipt(value) ? value : null
}

/** Whole satoshis of a payment over Lightning: going on with it costs that and nothing more. */
export const satsOf = ({ msat }: L402Payment): number => Math.ceil(Number(msat) / 1_000)

/** What a payment comes to, in words. */
export const sumText = ({ payment }: Receipt): string =>
  payment.rail === 'l402' ? satsText(satsOf(payment)) : `${inDollars(BigInt(payment.amount))} in USDC`

/** The payment of an invoice. */
export const invoicePayment = (macaroon: string, invoice: string, preimage: string | null): L402Payment => ({
  rail: 'l402',
  macaroon,
  invoice,
  msat: String(readInvoice(invoice)?.msat ?? 0n),
  preimage,
})

/** The payment in the header that shows it; `null` for a header that is none. */
export const transferPayment = (header: string): X402Payment | null => {
  try {
    const { accepted, payload } = fromBase64Json(header) as {
      readonly accepted: { readonly network: string; readonly asset: string; readonly amount: string }
      readonly payload: { readonly authorization: { readonly nonce: string } }
    }
    const { network, asset, amount } = accepted
    return { rail: 'x402', network, asset, amount, nonce: payload.authorization.nonce, header }
  } catch {
    return null
  }
}
