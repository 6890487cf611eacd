import type { Funding, PerpetualFacts } from '../../sources/perpetual.ts'
import { DAY_MS } from '../../time-units.ts'
import { FUNDING_HOURS, rate8h } from '../math/funding.ts'
import type { Lifetime } from '../math/freshness.ts'
import { CLOCK_SLACK_MS } from '../prices/quotes.ts'

/** The facts a board holds about one contract, each with the time at which it stood (Unix milliseconds). */
export type StampedFacts = {
  readonly [Fact in keyof PerpetualFacts]?: { readonly value: PerpetualFacts[Fact]; readonly at: number }
}

/**
 * Where a venue's next rate comes from: its current one, which is the running estimate of the coming settlement; a
 * number that it publishes apart; or its premium.
 */
export const NEXT_BASES = ['current', 'estimate', 'premium'] as const
export type NextBasis = (typeof NEXT_BASES)[number]

/** Whose number a prediction over venues is; `mixed` where it lies between, or on, numbers of different kinds. */
export const PREDICTED_BASES = [...NEXT_BASES, 'mixed'] as const
export type PredictedBasis = (typeof PREDICTED_BASES)[number]

/** What a venue is expected to settle next. */
export interface NextRate {
  /** Clipped. */
  readonly rate8h: number
  readonly basis: NextBasis
}

/** One contract in common units: rates as fractions of the notional, sizes in dollars. */
export interface Perpetual {
  /** Per interval. */
  readonly rate: number
  readonly intervalHours: number
  /** The same per eight hours, clipped. */
  readonly rate8h: number
  /** What the venue expects; `null` where it says nothing of the kind. */
  readonly next: NextRate | null
  readonly nextAt: number | null
  readonly mark: number
  readonly index: number | null
  readonly openInterestUsd: number
  /** The oldest of the facts in it that move. */
  readonly at: number
}

/** Funding and open interest (methods 0.3). */
export const PERPETUAL_LIFETIME: Lifetime = { freshSeconds: 300, expireSeconds: 1_800 }

/** An interval is part of a contract's terms, which are asked for hourly; a day without an answer is too long. */
const TERMS_EXPIRE_MS = DAY_MS

/** More than all markets of the world hold: an amount in another unit, or nonsense. */
const MOST_INTEREST_USD = 1e13

/** The whole notional every eight hours is no funding rate: somebody's unit was misread, here or there. */
const MISREAD_8H = 1

const positive = (text: string): number | null => {
  const value = Number(text)
  return Number.isFinite(value) && value > 0 ? value : null
}

/** @param in8h a rate as the venue writes it, per eight hours */
const nextOf = ({ rate, isExpected, estimate }: Funding, in8h: (rate: number) => number): NextRate | null => {
  if (isExpected) return { rate8h: in8h(Number(rate)), basis: 'current' }
  return estimate === null ? null : { rate8h: in8h(Number(estimate)), basis: 'estimate' }
}

/**
 * A contract in common units, or `null` while a fact is missing, expired or absurd: a rate without its interval, or without a
 * size to weigh it by, is no measurement. Money per coin becomes a fraction by the index (Kraken's linear contracts).
 */
export const perpetualOf = (facts: StampedFacts, now: number): Perpetual | null => {
  const young = <Value>(fact: { readonly value: Value; readonly at: number } | undefined, expireMs: number) =>
    fact !== undefined && now - fact.at <= expireMs && fact.at - now <= CLOCK_SLACK_MS ? fact : null
  const lifeMs = PERPETUAL_LIFETIME.expireSeconds * 1000
  const funding = young(facts.funding, lifeMs)
  const interval = young(facts.intervalHours, TERMS_EXPIRE_MS)
  const marked = young(facts.mark, lifeMs)
  const indexed = young(facts.index, lifeMs)
  const interest = young(facts.openInterest, lifeMs)
  if (!funding || !interval || !marked || !interest || !(interval.value > 0)) return null

  const mark = positive(marked.value)
  const index = indexed && positive(indexed.value)
  const amount = positive(interest.value.amount)
  const perUnit = funding.value.unit === 'fraction' ? 1 : index
  if (mark === null || amount === null || perUnit === null) return null

  const openInterestUsd = interest.value.unit === 'usd' ? amount : amount * mark
  if (!(openInterestUsd < MOST_INTEREST_USD)) return null

  const hours = interval.value
  const rate = Number(funding.value.rate) / perUnit
  if (Math.abs((rate * FUNDING_HOURS) / hours) > MISREAD_8H) return null
  const in8h = (each: number): number => rate8h(each / perUnit, hours)
  return {
    rate,
    intervalHours: hours,
    rate8h: rate8h(rate, hours),
    next: nextOf(funding.value, in8h),
    nextAt: funding.value.nextAt,
    mark,
    index,
    openInterestUsd,
    at: Math.min(funding.at, marked.at, interest.at),
  }
}
