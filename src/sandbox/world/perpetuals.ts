import { HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { mix, seedOf, unit } from './prng.ts'
import type { View } from './view.ts'

/** The coins whose perpetuals the simulated venues list. */
export const PERPETUAL_COINS = ['BTC', 'ETH', 'SOL'] as const
export type PerpetualCoin = (typeof PERPETUAL_COINS)[number]

/** The properties of one venue's perpetuals. */
export interface Terms {
  readonly venue: string
  readonly quote: 'USD' | 'USDT'
  /** Hours between two funding payments. */
  readonly hours: number
  /** Its share of the coins in open positions; all venues together have 1 or a little less. */
  readonly share: number
}

/** One contract at one moment, in plain numbers. */
export interface Contract {
  /** Per coin, in the contract's quote currency. */
  readonly mark: number
  readonly index: number
  /** Fraction of the notional for the present interval. */
  readonly rate: number
  /** Coins, one side. */
  readonly openInterest: number
  /** The next funding payment, Unix milliseconds. */
  readonly nextAt: number
}

/** One funding payment: its time, and the fraction of the notional that longs paid for the interval up to it. */
export interface Paid {
  readonly at: number
  readonly rate: number
}

/** The lasting difference of a venue from the others, from -1 to 1. */
const tilt = ({ venue }: Terms, coin: string): number => unit(seedOf(`${venue} perpetual ${coin}`)) * 2 - 1

/**
 * Funding follows the premium of the perpetual over spot. It is 0.01 % for eight hours at a premium of two basis
 * points, and below zero where the perpetual trades well under spot. Exchanges damp it so much that it is mostly
 * constant.
 */
const rate8h = (premium: number, terms: Terms, coin: string): number =>
  0.00004 + 0.3 * premium + 0.000008 * tilt(terms, coin)

/** A venue's contract on a coin. A provider with a lie has wrong prices but correct funding. */
export const contractOf = (terms: Terms, coin: PerpetualCoin, view: View): Contract => {
  const apart = tilt(terms, coin)
  const ratio = view.level(`perp.${coin}`)
  const index = (view.dollars(coin) / view.dollars(terms.quote)) * (1 + 0.00003 * apart) * view.lie
  const flicker = unit(mix(seedOf(`${terms.venue} ${coin}`), Math.floor(view.now / 1000))) - 0.5
  const interval = terms.hours * HOUR_MS
  return {
    mark: index * (ratio + 0.00002 * apart),
    index,
    rate: (rate8h(ratio - 1, terms, coin) * terms.hours) / 8,
    openInterest: view.level(`oi.${coin}`) * terms.share * (1 + 0.0004 * flicker),
    nextAt: (Math.floor(view.now / interval) + 1) * interval,
  }
}

/** Funding payments of a contract in `[since, until]`, oldest first, none later than now. */
export const paidBetween = (
  terms: Terms,
  coin: PerpetualCoin,
  view: View,
  since: number,
  until: number,
): readonly Paid[] => {
  const interval = terms.hours * HOUR_MS
  const paid: Paid[] = []
  const first = Math.max(since, view.now - 500 * interval)
  for (let at = Math.ceil(first / interval) * interval; at <= Math.min(until, view.now); at += interval)
    paid.push({ at, rate: (rate8h(view.levelThen(`perp.${coin}`, at) - 1, terms, coin) * terms.hours) / 8 })
  return paid
}

/** Open interest at a past moment. */
export interface PastOpenInterest {
  readonly at: number
  /** Coins, one side. */
  readonly coins: number
  /** Their worth in the contract's quote currency at that moment. */
  readonly worth: number
}

const SNAPSHOT_MS = 5 * MINUTE_MS

/** The newest snapshots of five minutes in `[since, until]`, oldest first. */
export const interestBetween = (
  terms: Terms,
  coin: PerpetualCoin,
  view: View,
  { since, until, most }: { readonly since: number; readonly until: number; readonly most: number },
): readonly PastOpenInterest[] => {
  const last = Math.floor(Math.min(until, view.now) / SNAPSHOT_MS) * SNAPSHOT_MS
  const count = Math.max(0, Math.min(most, Math.floor((last - since) / SNAPSHOT_MS) + 1))
  const quote = terms.quote === 'USD' ? 1 : view.dollars(terms.quote)
  return Array.from({ length: count }, (_, back) => {
    const at = last - (count - 1 - back) * SNAPSHOT_MS
    const coins = view.levelThen(`oi.${coin}`, at) * terms.share
    const price = (view.levelThen(`spot.${coin}`, at) * view.levelThen(`perp.${coin}`, at) * view.lie) / quote
    return { at, coins, worth: coins * price }
  })
}

/** The newest funding payments, oldest first. */
export const lastPaid = (terms: Terms, coin: PerpetualCoin, view: View, count: number): readonly Paid[] =>
  paidBetween(terms, coin, view, view.now - count * terms.hours * HOUR_MS, view.now).slice(-count)

/** The coin of a venue's spelling, or `null`. */
export const coinOf = (name: string | null, spell: (coin: PerpetualCoin) => string): PerpetualCoin | null =>
  PERPETUAL_COINS.find((coin) => spell(coin) === name) ?? null
