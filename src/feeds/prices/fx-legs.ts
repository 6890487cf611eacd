import type { Boards } from '../board.ts'
import type { Declined, Earlier } from '../feed.ts'
import { mad, MAD_TO_SIGMA, median } from '../math/robust.ts'
import { fixingView } from './fixings.ts'
import { type MarketHours, marketHours } from './market-hours.ts'
import { FX_RULES, type Member, membersOf } from './quotes.ts'

/** What stands behind a value: markets, daily fixings, or the last value before the market closed. */
export type Basis = 'live' | 'fixing' | 'carried'

/** One currency against the dollar, unrounded. */
export interface FxLeg {
  readonly kind: 'leg'
  /** `EUR/USD`, `USD/JPY`: the direction in which the market quotes it. */
  readonly pair: string
  readonly value: number
  readonly sources: readonly string[]
  readonly basis: Basis
  /** 1 for agreeing live quotes, 0.7 for a fallback, 0.5 for a carried value. */
  readonly method: number
  /** Oldest quote that entered, Unix milliseconds. */
  readonly at: number
  readonly members: readonly Member[]
  readonly scaledMad: number
  readonly market: MarketHours
}

/** How the market quotes each currency, and who shows live prices. */
const LEGS: Readonly<
  Record<string, { readonly pair: string; readonly venues: readonly string[]; readonly perUsd: boolean }>
> = {
  EUR: { pair: 'EUR/USD', venues: ['kraken', 'bitstamp'], perUsd: false },
  GBP: { pair: 'GBP/USD', venues: ['kraken', 'bitstamp'], perUsd: false },
  JPY: { pair: 'USD/JPY', venues: ['kraken'], perUsd: true },
  CHF: { pair: 'USD/CHF', venues: ['kraken'], perUsd: true },
  CAD: { pair: 'USD/CAD', venues: ['kraken'], perUsd: true },
  CNY: { pair: 'USD/CNY', venues: [], perUsd: true },
}

/** Currencies with a leg, the dollar aside. */
export const LEG_CURRENCIES: readonly string[] = Object.keys(LEGS)

/** Wide on purpose: outside of these a number is a unit mistake. */
const RAILS: Readonly<Record<string, readonly [number, number]>> = {
  EUR: [0.8, 1.7],
  GBP: [1.0, 2.2],
  JPY: [70, 260],
  CHF: [0.5, 1.4],
  CAD: [0.9, 1.8],
  CNY: [5, 9],
}

/** A live quote further from the fixings than this is an error or a bank holiday's accident. */
const FIXING_GUARD = 0.02
/** Two live quotes agree when they lie no further apart than the widest accepted spread. */
const AGREEMENT = 0.003
/** Fewer opinions than this are not a market's view. */
const MIN_FIXINGS = 3
const CARRY_MS = 120 * 3_600_000

/** The pair under which the market quotes a currency. */
export const legPair = (currency: string): string => LEGS[currency]!.pair

/** The venues a leg's live quotes come from. */
export const legVenues = (currency: string): readonly string[] => LEGS[currency]!.venues

/** How a leg's value turns into dollars per unit of its currency. */
export const dollarsPer = (currency: string, leg: Pick<FxLeg, 'value'>): number =>
  LEGS[currency]!.perUsd ? 1 / leg.value : leg.value

/**
 * A currency against the dollar, now (decisions, Prices). Live quotes when at least two agree; one live quote within
 * 2 % of the fixings; otherwise the fixings. While the market is closed, what was last published before.
 *
 * @param carried the last snapshot of this leg's own pair
 */
export const fxLeg = (boards: Boards, currency: string, now: number, carried: Earlier | null): FxLeg | Declined => {
  const market = marketHours(now)
  const kept = market.status === 'closed' ? carriedLeg(currency, now, carried, market) : null
  return kept ?? tradedLeg(boards, currency, now, market)
}

const carriedLeg = (currency: string, now: number, carried: Earlier | null, market: MarketHours): FxLeg | null => {
  const { value, observedAt, sources } = carried?.carry ?? {}
  if (typeof value !== 'number' || typeof observedAt !== 'number' || !Array.isArray(sources)) return null
  if (now - observedAt > CARRY_MS) return null
  const { pair } = LEGS[currency]!
  const names = sources as readonly string[]
  return {
    kind: 'leg',
    pair,
    value,
    sources: names,
    basis: 'carried',
    method: 0.5,
    at: observedAt,
    members: [],
    scaledMad: 0,
    market,
  }
}

const tradedLeg = (boards: Boards, currency: string, now: number, market: MarketHours): FxLeg | Declined => {
  const { pair, venues, perUsd } = LEGS[currency]!
  const view = fixingView(boards, currency, now)
  const fixing = view && { ...view, value: perUsd ? 1 / view.usdPerUnit : view.usdPerUnit }
  const guarded = fixing !== null && fixing.opinions >= MIN_FIXINGS
  const [low, high] = RAILS[currency]!
  const live = membersOf(boards, venues, pair, FX_RULES, now)
    .filter((quote) => quote.price >= low && quote.price <= high)
    .filter((quote) => !guarded || Math.abs(quote.price / fixing.value - 1) <= FIXING_GUARD)

  const prices = live.map((quote) => quote.price)
  const agreeing = live.length >= 2 && Math.max(...prices) / Math.min(...prices) - 1 <= AGREEMENT
  if (agreeing || (live.length === 1 && guarded)) {
    const value = median(prices)
    return {
      kind: 'leg',
      pair,
      value,
      sources: live.map((quote) => quote.source).toSorted(),
      basis: 'live',
      method: agreeing ? 1 : 0.7,
      at: Math.min(...live.map((quote) => quote.at)),
      members: live,
      scaledMad: MAD_TO_SIGMA * mad(prices, value),
      market,
    }
  }
  if (!guarded || fixing.value < low || fixing.value > high)
    return { kind: 'quorum_missed', have: fixing?.opinions ?? 0, need: MIN_FIXINGS }
  return {
    kind: 'leg',
    pair,
    value: fixing.value,
    sources: fixing.sources,
    basis: 'fixing',
    method: 0.7,
    at: fixing.at,
    members: [],
    scaledMad: 0,
    market,
  }
}
