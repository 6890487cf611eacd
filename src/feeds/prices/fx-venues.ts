import type { Beside } from './hybrid-venues.ts'

/** Which venues vote on the value of a currency in dollars, and how the market quotes it. */

/** The coin whose price in a currency implies the value of that currency. */
export const COIN = 'BTC'

/** Venues by what they quote. A venue that quotes several of these has one vote, by the first in this order. */
export interface LegVenues {
  /** The currency against the dollar. */
  readonly live: readonly string[]
  /** The currency in USDT. */
  readonly tether: readonly string[]
  /** The coin in the currency. */
  readonly implied: readonly string[]
}

interface Leg extends LegVenues {
  /** `EUR/USD`, `USD/JPY`: the direction in which the market quotes it. */
  readonly pair: string
  /** Whether the market quotes units per dollar. */
  readonly perUsd: boolean
  /** Bounds for the value, wide on purpose: a number outside of them is in another unit. */
  readonly bounds: readonly [number, number]
}

const LEGS: Readonly<Record<string, Leg>> = {
  EUR: {
    pair: 'EUR/USD',
    perUsd: false,
    bounds: [0.8, 1.7],
    live: ['kraken', 'bitstamp'],
    tether: ['binance'],
    implied: ['coinbase', 'kraken', 'bitstamp', 'bitfinex', 'gemini'],
  },
  GBP: {
    pair: 'GBP/USD',
    perUsd: false,
    bounds: [1.0, 2.2],
    live: ['kraken', 'bitstamp'],
    tether: [],
    implied: ['coinbase', 'kraken', 'bitstamp', 'gemini'],
  },
  JPY: {
    pair: 'USD/JPY',
    perUsd: true,
    bounds: [70, 260],
    live: ['kraken'],
    tether: [],
    implied: ['bitflyer', 'bitbank', 'coincheck', 'kraken'],
  },
  CHF: { pair: 'USD/CHF', perUsd: true, bounds: [0.5, 1.4], live: ['kraken'], tether: [], implied: [] },
  CAD: { pair: 'USD/CAD', perUsd: true, bounds: [0.9, 1.8], live: ['kraken'], tether: [], implied: [] },
  CNY: { pair: 'USD/CNY', perUsd: true, bounds: [5, 9], live: [], tether: [], implied: [] },
}

/** All currencies with a leg; the dollar has none. */
export const LEG_CURRENCIES: readonly string[] = Object.keys(LEGS)

/** The pair under which the market quotes a currency. */
export const legPair = (currency: string): string => LEGS[currency]!.pair

/** The currency of such a pair; `null` for any other pair. */
export const currencyOf = (pair: string): string | null =>
  LEG_CURRENCIES.find((currency) => legPair(currency) === pair) ?? null

export const isPerUsd = (currency: string): boolean => LEGS[currency]!.perUsd

/** The dollars per unit of a currency, from the value of its leg. */
export const dollarsPer = (currency: string, leg: { readonly value: number }): number =>
  isPerUsd(currency) ? 1 / leg.value : leg.value

/** X/quote from X/USD: divided by the dollar value of the quote currency, unrounded. */
export const crossed = (usd: number, quote: string, leg: { readonly value: number }): number =>
  usd / dollarsPer(quote, leg)

/** Whether a number is a possible value of a leg. */
export const isInRails = (currency: string, value: number): boolean => {
  const [low, high] = LEGS[currency]!.bounds
  return value >= low && value <= high
}

/**
 * The venues that vote on a currency. In a cross that stands beside direct prices, no vote may come from these same
 * prices: implied votes are left out if they use the same coin, and so are those of venues that quote the coin
 * directly.
 */
export const legVenues = (currency: string, beside: Beside | null = null): LegVenues => {
  const { live, tether, implied } = LEGS[currency]!
  if (beside === null) return { live, tether, implied }
  const left = beside.coin === COIN ? [] : implied.filter((venue) => !beside.venues.includes(venue))
  return { live, tether, implied: left }
}

/** All voting venues, each one once. */
export const votersOf = ({ live, tether, implied }: LegVenues): readonly string[] => [
  ...new Set([...live, ...tether, ...implied]),
]
