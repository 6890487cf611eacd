import type { Usdc } from './usdc.ts'

/**
 * One posting of the ledger: what happened to the money of one payment. The script that changes the payment's claim
 * writes it in the same step, as one text: `what|at|transaction|payment|amount|item|event|receipt`.
 *
 * The amount counts once per payment: at `sold` or `settled`. `given_back` subtracts it again; the others add nothing.
 */

export const POSTED = [
  /** The money has come, and the same request answers its buyer. */
  'sold',
  /** The money has come, and the buyer was not answered yet. */
  'settled',
  /** A settled payment, answered by the request that made its hold. */
  'delivered',
  /** A settled payment, answered by a later request. */
  'delivered_late',
  /** A settled payment whose answer was not fetched within a day. */
  'undelivered',
  /** A Lightning token that was spent and can be used again: its answer could not be handed out. */
  'given_back',
] as const

export type Posted = (typeof POSTED)[number]

/** The facts of a sale that are known before its money has moved: read from the claim, never from a price list. */
export interface Sale {
  /** The payment's name: `l402:<payment hash>` or `x402:<chain>:<token>:<payer>:<nonce>`, lower case. */
  readonly payment: string
  /** The charged amount: satoshis over Lightning, base units of the token over x402. */
  readonly amount: string
  /** The item or product that the sale is counted for: `price/spot/BTC-USD`, `dlc/threshold`. */
  readonly item: string
  /** The event that was made for it; '' for everything else. */
  readonly event: string
  /**
   * First 16 bytes of the SHA-256 of the receipt id, hex. A sale can be found by its receipt, but the receipt id cannot
   * be computed from it.
   */
  readonly receipt: string
}

export interface Posting extends Sale {
  readonly what: Posted
  /** Unix milliseconds. */
  readonly at: number
  /** 0x and 64 hex digits; '' where there is none. */
  readonly transaction: string
}

/** A sale as claims keep it: a script appends it to `what|at|transaction|`. */
export const writeSale = ({ payment, amount, item, event, receipt }: Sale): string =>
  `${payment}|${amount}|${item}|${event}|${receipt}`

/** The mark of the receipt in such a text; '' where it says none. */
export const receiptInSale = (sale: string): string => sale.split('|')[4] ?? ''

export const writePosting = (what: Posted, at: number, sale: string, transaction: string): string =>
  `${what}|${at}|${transaction}|${sale}`

/** Throws on a text that our scripts did not write. */
export const readPosting = (text: string): Posting => {
  const parts = text.split('|')
  const [what, at, transaction, payment, amount, item, event, receipt] = parts
  const known = POSTED.find((each) => each === what)
  if (parts.length !== 8 || !known || !/^\d+$/.test(at!) || !/^\d+$/.test(amount!))
    throw new Error(`not a posting: ${text.slice(0, 120)}`)
  return {
    what: known,
    at: Number(at),
    transaction: transaction!,
    payment: payment!,
    amount: amount!,
    item: item!,
    event: event!,
    receipt: receipt!,
  }
}

/** Whether it was paid in this token, read from the payment's name. */
export const isPaidIn = (payment: string, { chainId, asset }: Pick<Usdc, 'chainId' | 'asset'>): boolean =>
  payment.startsWith(`x402:${chainId}:${asset.toLowerCase()}:`)

/** Where a payment's money is, read from its name. */
export type PaidOn =
  | { readonly rail: 'l402'; readonly paymentHash: string }
  | {
      readonly rail: 'x402'
      readonly chainId: number
      readonly asset: string
      readonly payer: string
      readonly nonce: string
    }

/** Throws on a text that is not a payment's name. */
export const paidOn = (payment: string): PaidOn => {
  const [rail, first, asset, payer, nonce] = payment.split(':')
  if (rail === 'l402' && first && asset === undefined) return { rail, paymentHash: first }
  if (rail === 'x402' && nonce) return { rail, chainId: Number(first), asset: asset!, payer: payer!, nonce }
  throw new Error(`not a payment: ${payment.slice(0, 120)}`)
}
