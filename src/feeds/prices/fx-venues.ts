import type { Beside } from './hybrid-venues.ts'

/** Who says what a currency is worth in dollars, and how the market writes it. */

/** The coin whose price in a currency says what the currency is worth. */
export const COIN = 'BTC'

/** Venues by what they quote. One that quotes several of them has one vote, in this order. */
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
  /** Wide on purpose: outside of these a number is a unit mistake. */
  readonly rails: readonly [number, number]
}

const LEGS: Readonly<Record<string, Leg>> = {
  EUR: {
    pair: 'EUR/USD',
    perUsd: false,
    rails: [0.8, 1.7],
    live: ['kraken', 'bitstamp'],
    tether: ['binance'],
    implied: ['coinbase', 'kraken', 'bitstamp', 'bitfinex', 'gemini'],
  },
  GBP: {
    pair: 'GBP/USD',
    perUsd: false,
    rails: [1.0, 2.2],
    live: ['kraken', 'bitstamp'],
    tether: [],
    implied: ['coinbase', 'kraken', 'bitstamp', 'gemini'],
  },
  JPY: {
    pair: 'USD/JPY',
    perUsd: true,
    rails: [70, 260],
    live: ['kraken'],
    tether: [],
    implied: ['bitflyer', 'bitbank', 'coincheck', 'kraken'],
  },
  CHF: { pair: 'USD/CHF', perUsd: true, rails: [0.5, 1.4], live: ['kraken'], tether: [], implied: [] },
  CAD: { pair: 'USD/CAD', perUsd: true, rails: [0.9, 1.8], live: ['kraken'], tether: [], implied: [] },
  CNY: { pair: 'USD/CNY', perUsd: true, rails: [5, 9], live: [], tether: [], implied: [] },
}

/** Currencies with a leg, the dollar aside. */
export const LEG_CURRENCIES: readonly string[] = Object.keys(LEGS)

/** The pair under which the market quotes a currency. */
export const legPair = (currency: string): string => LEGS[currency]!.pair

/** The currency of such a pair; `null` for any other pair. */
export const currencyOf = (pair: string): string | null =>
  LEG_CURRENCIES.find((currency) => legPair(currency) === pair) ?? null

export const isPerUsd = (currency: string): boolean => LEGS[currency]!.perUsd

/** How a leg's value turns into dollars per unit of its currency. */
export const dollarsPer = (currency: string, leg: { readonly value: number }): number =>
  isPerUsd(currency) ? 1 / leg.value : leg.value

/** X/quote from X/USD: unrounded, by the dollar value of the quote currency. */
export const crossed = (usd: number, quote: string, leg: { readonly value: number }): number =>
  usd / dollarsPer(quote, leg)

/** Whether a number can be the value of a leg at all. */
export const isInRails = (currency: string, value: number): boolean => {
  const [low, high] = LEGS[currency]!.rails
  return value >= low && value <= high
}

/**
 * Who votes on a currency. In a cross that stands beside direct prices nobody does by these same prices once more: without
 * what the coin itself implies, and what the venues imply that quote it directly.
 */
export const legVenues = (currency: string, beside: Beside | null = null): LegVenues => {
  const { live, tether, implied } = LEGS[currency]!
  if (beside === null) return { live, tether, implied }
  const left = beside.coin === COIN ? [] : implied.filter((venue) => !beside.venues.includes(venue))
  return { live, tether, implied: left }
}

/** Everybody who votes, once. */
export const votersOf = ({ live, tether, implied }: LegVenues): readonly string[] => [
  ...new Set([...live, ...tether, ...implied]),
]
