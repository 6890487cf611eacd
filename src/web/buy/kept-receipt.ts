import { readInvoice } from '../../../client/src/bolt11.ts'
import type { L402Payment, Receipt, X402Payment } from '../../../client/src/receipt.ts'

/**
 * The payment that is under way for a path. It outlives the page in this tab, so that a lost page loses no money: it is
 * repeated with the same payment, never with a new one.
 */

const nameFor = (path: string): string => `claros-payment ${path}`

export const keepReceipt = (path: string, receipt: Receipt): void =>
  sessionStorage.setItem(nameFor(path), JSON.stringify(receipt))

export const forgetReceipt = (path: string): void => sessionStorage.removeItem(nameFor(path))

export const keptReceipt = (path: string): Receipt | null => {
  const text = sessionStorage.getItem(nameFor(path))
  try {
    return text === null ? null : (JSON.parse(text) as Receipt)
  } catch {
    return null
  }
}

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
    const bytes = Uint8Array.from(atob(header), (letter) => letter.charCodeAt(0))
    const { accepted, payload } = JSON.parse(new TextDecoder().decode(bytes)) as {
      readonly accepted: { readonly network: string; readonly asset: string; readonly amount: string }
      readonly payload: { readonly authorization: { readonly nonce: string } }
    }
    const { network, asset, amount } = accepted
    return { rail: 'x402', network, asset, amount, nonce: payload.authorization.nonce, header }
  } catch {
    return null
  }
}
