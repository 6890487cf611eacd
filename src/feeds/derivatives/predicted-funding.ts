import { rounded } from '../../canonical/measure.ts'
import { compositeRate, fundingWeights } from '../math/funding.ts'
import { PLACES } from './funding-answer.ts'
import type { NextBasis, Perpetual, PredictedBasis } from './perpetual.ts'

/** The rate that the venues together expect to pay next. */
export interface PredictedFunding {
  /** Per eight hours, unrounded. */
  readonly rate8h: number
  readonly basis: PredictedBasis
  /** Share of the weight that comes from venues whose expectation is their current rate, 0 to 1. */
  readonly currentShare: number
}

/** With fewer expectations than this there is no prediction. */
const PREDICTION_QUORUM = 3

interface Expectation {
  readonly rate8h: number
  readonly basis: NextBasis
  readonly openInterestUsd: number
}

/**
 * The expectations that decide the median: those equal to it, or else the nearest on either side. Rates are rounded as
 * in the answer, so that a buyer finds the same ones.
 */
const deciding = (voices: readonly Expectation[], median: number): readonly Expectation[] => {
  const stated = ({ rate8h }: Pick<Expectation, 'rate8h'>): number => rounded(rate8h, PLACES.rate8h)
  const middle = stated({ rate8h: median })
  const rates = voices.map(stated)
  if (rates.includes(middle)) return voices.filter((voice) => stated(voice) === middle)
  const beside = [
    Math.max(...rates.filter((rate) => rate < middle)),
    Math.min(...rates.filter((rate) => rate > middle)),
  ]
  return voices.filter((voice) => beside.includes(stated(voice)))
}

/** The capped weighted median of what venues expect next; `null` if fewer than three of them expect anything. */
export const predictedFrom = (
  venues: readonly Pick<Perpetual, 'next' | 'openInterestUsd'>[],
): PredictedFunding | null => {
  const voices = venues.flatMap(({ next, openInterestUsd }): readonly Expectation[] =>
    next === null ? [] : [{ ...next, openInterestUsd }],
  )
  if (voices.length < PREDICTION_QUORUM) return null
  const rate8h = compositeRate(voices)
  const [basis, ...others] = new Set(deciding(voices, rate8h).map((voice) => voice.basis))
  const weights = fundingWeights(voices)
  return {
    rate8h,
    basis: basis === undefined || others.length > 0 ? 'mixed' : basis,
    currentShare: voices.reduce((sum, voice, at) => (voice.basis === 'current' ? sum + (weights[at] ?? 0) : sum), 0),
  }
}
