import type { Funding, PerpetualFacts } from '../../sources/perpetual.ts'
import { DAY_MS, SECOND_MS } from '../../time-units.ts'
import { FUNDING_HOURS, rate8h } from '../math/funding.ts'
import type { Lifetime } from '../math/freshness.ts'
import { CLOCK_SLACK_MS } from '../prices/quotes.ts'

/** The facts that a board holds about one contract, each with the time at which it was true (Unix milliseconds). */
export type StampedFacts = { readonly [Name in keyof PerpetualFacts]?: Fact<PerpetualFacts[Name]> }

/**
 * The origin of a venue's next rate. `current`: the current rate, which is the running estimate of the next payment.
 * `estimate`: a separate number that the venue publishes. `premium`: computed from its premium index.
 */
export const NEXT_BASES = ['current', 'estimate', 'premium'] as const
export type NextBasis = (typeof NEXT_BASES)[number]

/** The origin of a prediction over several venues; `mixed` if it lies on, or between, numbers of different kinds. */
export const PREDICTED_BASES = [...NEXT_BASES, 'mixed'] as const
export type PredictedBasis = (typeof PREDICTED_BASES)[number]

/** The rate that a venue is expected to pay next. */
export interface NextRate {
  /** Clipped. */
  readonly rate8h: number
  readonly basis: NextBasis
}

/** A usable fact, and when it was true (Unix milliseconds). */
export interface Fact<Value> {
  readonly value: Value
  readonly at: number
}

/** The usable facts of a contract at one moment; `null` for a fact that is missing, expired or impossible. */
export interface ContractFacts {
  readonly funding: Fact<Funding> | null
  readonly intervalHours: Fact<number> | null
  /** Above zero, like the two after it. */
  readonly mark: Fact<number> | null
  readonly index: Fact<number> | null
  readonly openInterest: Fact<{ readonly amount: number; readonly unit: 'coins' | 'usd' }> | null
}

/** The open positions of one contract: one side, in dollars. */
export interface OpenPositions {
  readonly mark: number
  readonly openInterestUsd: number
  /** The same at the mark. */
  readonly openInterestCoins: number
  /** The time of the older of mark and open interest, Unix milliseconds. */
  readonly at: number
}

/** The cost of holding one contract, in fractions of the notional. */
export interface FundingRate {
  /** Per interval. */
  readonly rate: number
  readonly intervalHours: number
  /** The same per eight hours, clipped. */
  readonly rate8h: number
  /** The rate that the venue expects next; `null` if it publishes none. */
  readonly next: NextRate | null
  readonly nextAt: number | null
  readonly at: number
}

/** One contract in common units: rates as fractions of the notional, sizes in dollars. */
export interface Perpetual extends FundingRate, OpenPositions {
  readonly index: number | null
  /** The time of the oldest fact that can move. */
  readonly at: number
}

/** Funding and open interest (methods 0.3). */
export const PERPETUAL_LIFETIME: Lifetime = { freshSeconds: 300, expireSeconds: 1_800 }

/**
 * The interval is part of a contract's terms, which are requested hourly. After a day without an answer it is too old.
 */
const TERMS_EXPIRE_MS = DAY_MS

/** More than all markets together hold. A larger amount is in another unit, or wrong. */
export const MOST_INTEREST_USD = 1e13

/** A rate of the whole notional per eight hours is impossible: the unit was misread, by the venue or by us. */
const MISREAD_8H = 1

const positive = (fact: Fact<string> | null): Fact<number> | null => {
  const value = Number(fact?.value)
  return fact && Number.isFinite(value) && value > 0 ? { value, at: fact.at } : null
}

const amountOf = (fact: Fact<PerpetualFacts['openInterest']> | null): ContractFacts['openInterest'] => {
  const amount = fact && positive({ value: fact.value.amount, at: fact.at })
  return fact && amount && { value: { amount: amount.value, unit: fact.value.unit }, at: fact.at }
}

/** The usable facts of a contract: neither expired nor stamped ahead of our clock. Each fact is judged by itself. */
export const factsOf = (facts: StampedFacts, now: number): ContractFacts => {
  const young = <Value>(fact: Fact<Value> | undefined, expireMs = PERPETUAL_LIFETIME.expireSeconds * SECOND_MS) =>
    fact !== undefined && now - fact.at <= expireMs && fact.at - now <= CLOCK_SLACK_MS ? fact : null
  const interval = young(facts.intervalHours, TERMS_EXPIRE_MS)
  return {
    funding: young(facts.funding),
    intervalHours: interval && interval.value > 0 ? interval : null,
    mark: positive(young(facts.mark)),
    index: positive(young(facts.index)),
    openInterest: amountOf(young(facts.openInterest)),
  }
}

/** The open positions, also if the venue gives no funding; `null` without an amount or without a price to value it. */
export const positionsOf = ({ mark, openInterest }: ContractFacts): OpenPositions | null => {
  if (!mark || !openInterest) return null
  const { amount, unit } = openInterest.value
  const openInterestUsd = unit === 'usd' ? amount : amount * mark.value
  if (!(openInterestUsd < MOST_INTEREST_USD)) return null
  return {
    mark: mark.value,
    openInterestUsd,
    openInterestCoins: unit === 'coins' ? amount : amount / mark.value,
    at: Math.min(mark.at, openInterest.at),
  }
}

/** @param in8h a rate as the venue writes it, per eight hours */
const nextOf = ({ rate, isExpected, estimate }: Funding, in8h: (rate: number) => number): NextRate | null => {
  if (isExpected) return { rate8h: in8h(Number(rate)), basis: 'current' }
  return estimate === null ? null : { rate8h: in8h(Number(estimate)), basis: 'estimate' }
}

/**
 * The funding, also if the venue gives no open interest. `null` without a rate or without its interval, because a rate
 * alone cannot be compared. A rate in money per coin is divided by the index (linear contracts of Kraken).
 */
export const fundingOf = ({ funding, intervalHours, index }: ContractFacts): FundingRate | null => {
  if (!funding || !intervalHours) return null
  const perUnit = funding.value.unit === 'fraction' ? 1 : index?.value
  if (perUnit === undefined) return null
  const hours = intervalHours.value
  const rate = Number(funding.value.rate) / perUnit
  if (Math.abs((rate * FUNDING_HOURS) / hours) > MISREAD_8H) return null
  return {
    rate,
    intervalHours: hours,
    rate8h: rate8h(rate, hours),
    next: nextOf(funding.value, (each) => rate8h(each / perUnit, hours)),
    nextAt: funding.value.nextAt,
    at: funding.at,
  }
}

/** A contract in common units; `null` without its funding or its open interest, because a weighted mean needs both. */
export const perpetualIn = (facts: ContractFacts): Perpetual | null => {
  const [funding, positions] = [fundingOf(facts), positionsOf(facts)]
  if (!funding || !positions) return null
  return { ...funding, ...positions, index: facts.index?.value ?? null, at: Math.min(funding.at, positions.at) }
}

/** The same, from facts as a board holds them. */
export const perpetualOf = (facts: StampedFacts, now: number): Perpetual | null => perpetualIn(factsOf(facts, now))
