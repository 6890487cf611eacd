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
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-funding.json'

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
