import { describe, expect, test } from 'bun:test'
import {
  burstAfter,
  type BurstState,
  closingStatistics,
  type Closing,
  dominantSideOf,
  NO_BURST,
} from '../../../src/feeds/math/liquidations.ts'
import vectors from '../../vectors/quant-liquidations.json'

const AS_OF = 1_795_000_000

describe('statistics of closings, golden values', () => {
  const { cases, tol } = vectors.liquidations
  test.each(cases.map((each) => [each.id, each] as const))('%s', (_id, { inputs, expected }) => {
    const found = closingStatistics(inputs.events as Closing[], inputs.as_of, inputs.min_burst_usd)
    const near = (value: number, wanted: number) =>
      // The file prints twelve significant digits.
      expect(Math.abs(value - wanted)).toBeLessThanOrEqual(Math.max(tol.abs, tol.rel * Math.abs(wanted)))
    near(found.longUsd, expected.long_usd)
    near(found.shortUsd, expected.short_usd)
    near(found.imbalance, expected.imbalance)
    near(found.fano!, expected.fano)
    near(found.clusteringTime!, expected.clustering_time)
    near(found.clusteringPrice, expected.clustering_price_hhi)
    near(found.lastMinuteUsd, expected.last_minute_usd)
    near(found.burstZ!, expected.burst_z)
    expect([found.burst, found.dominantSide as string]).toEqual([expected.burst, expected.dominant_side])
  })
})

describe('statistics of closings', () => {
  test('of nothing are zeros and neutral', () => {
    expect(closingStatistics([], AS_OF, 1)).toMatchObject({
      longUsd: 0,
      imbalance: 0,
      dominantSide: 'neutral',
      fano: 0,
      clusteringPrice: 0,
      burst: false,
    })
  })

  test('leave out what lies outside of the hour, and take what lies on its edges', () => {
    const at = (t: number): Closing => ({ t, side: 'long', price: 100, usd: 1 })
    const edges = [at(AS_OF - 3601), at(AS_OF - 3600), at(AS_OF), at(AS_OF + 1)]
    expect(closingStatistics(edges, AS_OF, 1)).toMatchObject({ longUsd: 2, lastMinuteUsd: 1 })
  })

  test('a tenth of imbalance is the first that has a side', () => {
    expect([0.0999, 0.1, -0.1].map(dominantSideOf)).toEqual(['neutral', 'long', 'short'])
  })
})

describe('a burst', () => {
  const after = (before: BurstState, z: number | null, t: number, burst = false) =>
    burstAfter(before, { burst, burstZ: z }, t)

  test('goes on while it is not calm, and ends after three calm minutes in a row', () => {
    const begun = after(NO_BURST, 9, 0, true)
    expect(begun).toEqual({ active: true, calmSince: null, seenAt: 0 })
    expect(after(begun, 3, 60)).toEqual({ active: true, calmSince: null, seenAt: 60 })
    const calm = after(begun, 1, 60)
    expect(calm).toEqual({ active: true, calmSince: 60, seenAt: 0 })
    expect(after(calm, 2, 120)).toEqual({ active: true, calmSince: null, seenAt: 120 })
    expect(after(calm, 1, 239)).toEqual({ active: true, calmSince: 60, seenAt: 0 })
    expect(after(calm, 1, 240)).toEqual(NO_BURST)
  })

  test('does not begin by being lively', () => {
    expect(after(NO_BURST, 4.9, 0)).toEqual(NO_BURST)
  })

  test('goes on unmeasured for an hour after it was last seen, and no longer', () => {
    const begun = after(NO_BURST, 9, 0, true)
    expect(after(begun, null, 3_599)).toEqual({ active: true, calmSince: null, seenAt: 0 })
    expect(after(begun, null, 3_600)).toEqual(NO_BURST)
    expect(after(after(begun, null, 3_599), 9, 3_600, true)).toEqual({ active: true, calmSince: null, seenAt: 3_600 })
  })
})
