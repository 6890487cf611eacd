import { readInvoice } from '../../../client/src/bolt11.ts'
import type { L402Payment, Receipt, X402Payment } from '../../../client/src/receipt.ts'
import { fromUnits } from '../../canonical/decimal.ts'
import { tabMemory } from '../parts/memory.ts'
import { dollars, satsText } from '../parts/texts.ts'

/**
 * The payment that is under way for a path. It outlives the page in this tab, so that a lost page loses no money: it is
 * repeated with the same payment, never with a new one.
 */

const nameFor = (path: string): string => `claros-payment ${path}`

export const keepReceipt = (path: string, receipt: Receipt): void =>
  void tabMemory.set(nameFor(path), JSON.stringify(receipt))

export const forgetReceipt = (path: string): void => tabMemory.remove(nameFor(path))

const isMembers = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null

const isCount = (value: unknown): boolean => typeof value === 'string' && /^\d{1,30}$/.test(value)

/** Only this page writes there, but an earlier release of it may have. */
const isReceipt = (value: unknown): value is Receipt => {
  if (!isMembers(value) || typeof value['url'] !== 'string' || !isMembers(value['payment'])) return false
  const { rail, msat, amount } = value['payment']
  return rail === 'l402' ? isCount(msat) : rail === 'x402' && isCount(amount)
}

export const keptReceipt = (path: string): Receipt | null => {
  try {
    const value: unknown = JSON.parse(tabMemory.get(nameFor(path)) ?? 'null')
    return isReceipt(value) ? value : null
  } catch {
    return null
  }
}

/** Whole satoshis of a payment over Lightning: going on with it costs that and nothing more. */
export const satsOf = ({ msat }: L402Payment): number => Math.ceil(Number(msat) / 1_000)

/** What a payment comes to, in words. */
export const sumText = ({ payment }: Receipt): string =>
  payment.rail === 'l402'
    ? satsText(satsOf(payment))
    : `${dollars(fromUnits(BigInt(payment.amount), 6).replace(/0{1,4}$/, ''))} in USDC`

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
