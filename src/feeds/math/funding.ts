/** Funding of perpetual futures over several venues (methods 5.1). Rates are fractions of the notional. */
import { cappedShares } from './vwap.ts'
import { type Weighted, weightedMedian } from './weighted-median.ts'

/** All rates are converted to this many hours before they are compared. */
export const FUNDING_HOURS = 8

/**
 * Rates beyond 0.3 % per eight hours come from a venue's own limit, a thin book or a mistake. They are clipped to it.
 */
export const FUNDING_CLIP = 0.003

/** No venue has more than this share of the weight. */
export const FUNDING_WEIGHT_CAP = 0.35

/** 1,095 intervals of eight hours in 365 days. */
const INTERVALS_PER_YEAR = (365 * 24) / FUNDING_HOURS

/**
 * The interest per eight hours in the funding formula of exchanges, and how far their rate may differ from the premium.
 */
const INTEREST = 0.0001
const INTEREST_CLAMP = 0.0005

const clip = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** A rate of any interval as a rate per eight hours, clipped to ±0.3 %. */
export const rate8h = (rate: number, intervalHours: number): number =>
  clip((rate * FUNDING_HOURS) / intervalHours, FUNDING_CLIP)

/** The cost of holding a position for a year at this rate per eight hours, in per cent: simple, not compounded. */
export const annualizedPct = (rate: number): number => rate * INTERVALS_PER_YEAR * 100

/**
 * The next rate of a venue that publishes no estimate, from its premium index: F = P + clip(I - P, ±0.05 %).
 *
 * @param premium mean of mark/index - 1 over the running interval
 */
export const predictedFunding = (premium: number, interest = INTEREST, clamp = INTEREST_CLAMP): number =>
  premium + clip(interest - premium, clamp)

/** One venue's rate and its size. */
export interface FundingVoice {
  /** Per eight hours, clipped. */
  readonly rate8h: number
  /** In dollars; above zero for at least one venue. */
  readonly openInterestUsd: number
}

/** Shares of the open interest, none above the cap, in the given order. */
export const fundingWeights = (voices: readonly FundingVoice[]): readonly number[] =>
  cappedShares(
    voices.map((voice) => voice.openInterestUsd),
    FUNDING_WEIGHT_CAP,
  )

/** The median rate per eight hours, weighted by the capped shares of open interest. */
export const compositeRate = (voices: readonly FundingVoice[]): number => {
  const weights = fundingWeights(voices)
  return weightedMedian(voices.map((voice, at): Weighted => ({ value: voice.rate8h, weight: weights[at] ?? 0 })))
}

/** Highest less lowest rate, in basis points per eight hours. */
export const divergenceBps = (voices: readonly FundingVoice[]): number => {
  const rates = voices.map((voice) => voice.rate8h)
  return 10_000 * (Math.max(...rates) - Math.min(...rates))
}
