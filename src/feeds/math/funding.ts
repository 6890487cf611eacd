/** Funding of perpetual futures over several venues (methods 5.1). Rates are fractions of the notional. */
import { cappedShares } from './vwap.ts'
import { type Weighted, weightedMedian } from './weighted-median.ts'

/** Every rate is brought to this span before it is compared with another. */
export const FUNDING_HOURS = 8

/** A venue's own clamp, a thin book or a mistake: beyond 0.3 % per eight hours a rate says "extreme" and no more. */
export const FUNDING_CLIP = 0.003

/** No venue speaks for more than this share of the open interest. */
export const FUNDING_WEIGHT_CAP = 0.35

/** 1,095 intervals of eight hours in 365 days. */
const INTERVALS_PER_YEAR = (365 * 24) / FUNDING_HOURS

/** Interest per eight hours that exchanges build into their rates, and how far they let a rate stray from the premium. */
const INTEREST = 0.0001
const INTEREST_CLAMP = 0.0005

const clip = (value: number, limit: number): number => Math.max(-limit, Math.min(limit, value))

/** A rate of any interval as a rate per eight hours, clipped to ±0.3 %. */
export const rate8h = (rate: number, intervalHours: number): number =>
  clip((rate * FUNDING_HOURS) / intervalHours, FUNDING_CLIP)

/** What eight hours would cost all year round, in per cent: simple, not compounded. */
export const annualizedPct = (rate: number): number => rate * INTERVALS_PER_YEAR * 100

/**
 * What a venue that publishes no estimate will settle by its premium index: F = P + clip(I - P, ±0.05 %).
 *
 * @param premium mean of mark/index - 1 over the running interval
 */
export const predictedFunding = (premium: number, interest = INTEREST, clamp = INTEREST_CLAMP): number =>
  premium + clip(interest - premium, clamp)

/** One venue's voice. */
export interface FundingVoice {
  /** Per eight hours, clipped. */
  readonly rate8h: number
  /** Dollars; above zero for at least one of them. */
  readonly openInterestUsd: number
}

/** Shares of the open interest, none above the cap. In the order given. */
export const fundingWeights = (voices: readonly FundingVoice[]): readonly number[] =>
  cappedShares(
    voices.map((voice) => voice.openInterestUsd),
    FUNDING_WEIGHT_CAP,
  )

/** The rate per eight hours that half of the capped open interest does not exceed. */
export const compositeRate = (voices: readonly FundingVoice[]): number => {
  const weights = fundingWeights(voices)
  return weightedMedian(voices.map((voice, at): Weighted => ({ value: voice.rate8h, weight: weights[at] ?? 0 })))
}

/** How far the venues lie apart, in basis points per eight hours. */
export const divergenceBps = (voices: readonly FundingVoice[]): number => {
  const rates = voices.map((voice) => voice.rate8h)
  return 10_000 * (Math.max(...rates) - Math.min(...rates))
}
