import { median } from '../math/robust.ts'
import type { Boards } from '../board.ts'
import { type Member, membersOf, PEG_RULES } from './quotes.ts'

/** Venues whose direct USDT/USD quotes make the conversion rate. */
export const USDT_RATE_VENUES = ['kraken', 'bitstamp', 'coinbase'] as const

/** Outside of this a dollar token is no yardstick for dollars. */
const RATE_BAND = { low: 0.98, high: 1.02 } as const

/** Dollars per USDT. */
export interface UsdtRate {
  readonly rate: number
  readonly sources: number
  /** Oldest quote that entered it. */
  readonly at: number
}

/**
 * The median of direct USDT/USD quotes, not rounded; `null` when there is none or when it lies
 * outside 0.98 to 1.02, in which case USDT books are left out of prices altogether.
 */
export const usdtRate = (boards: Boards, now: number): UsdtRate | null => {
  const quotes = membersOf(boards, USDT_RATE_VENUES, 'USDT/USD', PEG_RULES, now)
  if (quotes.length === 0) return null
  const rate = median(quotes.map((quote) => quote.price))
  if (rate < RATE_BAND.low || rate > RATE_BAND.high) return null
  return { rate, sources: quotes.length, at: Math.min(...quotes.map((quote) => quote.at)) }
}

/** USDT prices as dollar prices. */
export const inUsd = (members: readonly Member[], { rate }: UsdtRate): readonly Member[] =>
  members.map((member) => ({ ...member, price: member.price * rate }))
