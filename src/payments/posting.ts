import type { Usdc } from './usdc.ts'

/**
 * One posting of the ledger: what happened to the money of one payment. Written by the script that moves the payment's
 * claim, in the same step, as one text: `what|at|transaction|payment|amount|item|event|receipt`.
 *
 * The amount counts once per payment: at `sold` or `settled`. `given_back` takes it off again; the others add nothing.
 */

export const POSTED = [
  /** The money is here, and its buyer is answered by the same request. */
  'sold',
  /** The money is here, and nobody is answered yet. */
  'settled',
  /** A settled payment, answered by the request that made its hold. */
  'delivered',
  /** A settled payment, answered by a later request. */
  'delivered_late',
  /** A settled payment whose answer nobody fetched within a day. */
  'undelivered',
  /** A Lightning token that was spent and is good again: its goods could not be handed out. */
  'given_back',
] as const

export type Posted = (typeof POSTED)[number]

/** What is known of a sale before its money has moved: taken from the claim, never from a price list. */
export interface Sale {
  /** The payment's name: `l402:<payment hash>` or `x402:<chain>:<token>:<payer>:<nonce>`, lower case. */
  readonly payment: string
  /** What was charged: satoshis over Lightning, base units of the token over x402. */
  readonly amount: string
  /** Whom the sale is counted for: `price/spot/BTC-USD`, `dlc/threshold`. */
  readonly item: string
  /** The event that was made for it; '' for everything else. */
  readonly event: string
  /** First 16 bytes of the SHA-256 of the receipt id, hex: finds a sale by its receipt, and opens nothing. */
  readonly receipt: string
}

export interface Posting extends Sale {
  readonly what: Posted
  /** Unix milliseconds. */
  readonly at: number
  /** 0x and 64 hex digits; '' where there is none. */
  readonly transaction: string
}

/** A sale as claims keep it: what a script puts behind `what|at|transaction|`. */
export const writeSale = ({ payment, amount, item, event, receipt }: Sale): string =>
  `${payment}|${amount}|${item}|${event}|${receipt}`

export const writePosting = (what: Posted, at: number, sale: string, transaction: string): string =>
  `${what}|${at}|${transaction}|${sale}`

/** Throws on what no script of ours has written. */
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

/** Whether it was paid in this token: what its name says. */
export const isPaidIn = (payment: string, { chainId, asset }: Pick<Usdc, 'chainId' | 'asset'>): boolean =>
  payment.startsWith(`x402:${chainId}:${asset.toLowerCase()}:`)

/** Where a payment's money is: what its name says. */
export type PaidOn =
  | { readonly rail: 'l402'; readonly paymentHash: string }
  | {
      readonly rail: 'x402'
      readonly chainId: number
      readonly asset: string
      readonly payer: string
      readonly nonce: string
    }

/** Throws on what is no payment's name. */
export const paidOn = (payment: string): PaidOn => {
  const [rail, first, asset, payer, nonce] = payment.split(':')
  if (rail === 'l402' && first && asset === undefined) return { rail, paymentHash: first }
  if (rail === 'x402' && nonce) return { rail, chainId: Number(first), asset: asset!, payer: payer!, nonce }
  throw new Error(`not a payment: ${payment.slice(0, 120)}`)
}
