import { describe, expect, test } from 'bun:test'
import {
  annualizedPct,
  compositeRate,
  divergenceBps,
  FUNDING_CLIP,
  FUNDING_WEIGHT_CAP,
  fundingWeights,
  predictedFunding,
  rate8h,
} from '../../../src/feeds/math/funding.ts'
import { zScore } from '../../../src/feeds/math/zscore.ts'
import vectors from '../../vectors/quant-funding.json'

/** Half a unit of the last of twelve significant digits: how exactly the file can say a number at all (its `meta`). */
const printed = (expected: number): number =>
  expected === 0 ? 0 : 0.5 * 10 ** (Math.floor(Math.log10(Math.abs(expected))) - 11)

/** Passed when the absolute or the relative difference is small enough, as the file's section states. */
const near = (found: number, expected: number, tol: { readonly rel?: number; readonly abs?: number }): void => {
  const difference = Math.abs(found - expected)
  const allowed = Math.max(tol.abs ?? 0, (tol.rel ?? 0) * Math.abs(expected), printed(expected))
  if (!(difference <= allowed)) throw new Error(`found ${found}, expected ${expected}, apart by ${difference}`)
}

const named = <T extends { readonly id: string }>(cases: readonly T[]) => cases.map((each) => [each.id, each] as const)

describe('funding composite', () => {
  const { tol, cases } = vectors.funding_composite
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    expect([inputs.cap_rate_8h, inputs.cap_weight]).toEqual([FUNDING_CLIP, FUNDING_WEIGHT_CAP])
    const voices = inputs.venues.map((venue) => ({
      rate8h: rate8h(venue.rate, venue.interval_h),
      openInterestUsd: venue.oi_usd,
    }))
    voices.forEach((voice, at) => near(voice.rate8h, expected.rates_8h[at]!, tol))
    fundingWeights(voices).forEach((weight, at) => near(weight, expected.weights[at]!, tol))
    near(compositeRate(voices), expected.composite_8h, tol)
    near(annualizedPct(compositeRate(voices)), expected.annualized_pct, tol)
    near(divergenceBps(voices), expected.divergence_bps, tol)
  })

  test('one case is a tie, two reach the cap and one the clip', () => {
    expect(cases.map(({ id }) => id)).toEqual(['f1', 'f2', 'f3', 'tie'])
    expect(cases.filter(({ expected }) => expected.weights.includes(FUNDING_WEIGHT_CAP)).length).toBe(2)
    expect(cases.filter(({ expected }) => expected.rates_8h.includes(FUNDING_CLIP)).length).toBe(1)
  })
})

describe('z-score', () => {
  const { tol, cases } = vectors.zscore
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const found = zScore(inputs.history, inputs.current, inputs.sd_floor)
    near(found.mean, expected.mean, tol)
    near(found.sd, expected.sd, tol)
    near(found.z, expected.z, tol)
  })
})

describe('predicted funding', () => {
  const { tol, cases } = vectors.predicted_funding
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    near(predictedFunding(inputs.premium_index_avg, inputs.interest, inputs.clamp), expected.predicted, tol)
    near(predictedFunding(inputs.premium_index_avg), expected.predicted, tol)
  })
})
