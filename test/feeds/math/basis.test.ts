import { describe, expect, test } from 'bun:test'
import {
  acceptedBases,
  BASIS_BAND_BPS,
  BASIS_FLOOR_BPS,
  basisBps,
  basisOf,
  basisRegime,
} from '../../../src/feeds/math/basis.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-perpetuals.json'

describe('basis', () => {
  const { tol, cases } = vectors.basis
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const bps = inputs.venues.map(({ perp, index }) => basisBps(perp, index))
    bps.forEach((value, at) => near(value, expected.basis_bps[at]!, tol))
    expect(acceptedBases(bps)).toEqual(bps)
    const { medianBps, spreadBps } = basisOf(bps)
    near(medianBps, expected.median_bps, tol)
    near(spreadBps, expected.spread_bps, tol)
    expect<string>(basisRegime(medianBps)).toBe(expected.regime)
  })
})

test.each([
  [3, 'CONTANGO'],
  [2.9999, 'FLAT'],
  [0, 'FLAT'],
  [-2.9999, 'FLAT'],
  [-3, 'BACKWARDATION'],
  [-80, 'BACKWARDATION'],
] as const)('a median of %d basis points is %s', (median, regime) => {
  expect(BASIS_BAND_BPS).toBe(3)
  expect(basisRegime(median)).toBe(regime)
})

describe('an outlier', () => {
  test('is further away than the others explain, and than two basis points', () => {
    expect(BASIS_FLOOR_BPS).toBe(2)
    expect(acceptedBases([5, 5, 5, 7])).toEqual([5, 5, 5, 7])
    expect(acceptedBases([5, 5, 5, 7.0001])).toEqual([5, 5, 5])
    // MAD 1: 3.5 * 1.4826 = 5.1891.
    expect(acceptedBases([4, 5, 6, 10, 5])).toEqual([4, 5, 6, 10, 5])
    expect(acceptedBases([4, 5, 6, 10.2, 5])).toEqual([4, 5, 6, 5])
    expect(acceptedBases([4, 5, 6, -0.2, 5])).toEqual([4, 5, 6, 5])
  })

  test('is looked for once, and among at least four', () => {
    expect(acceptedBases([5, 500, 5])).toEqual([5, 500, 5])
    // Without the first, the second would be one.
    expect(acceptedBases([1, 1, 1, 3.5, 9, 1, 4.9, 5.1])).toEqual([1, 1, 1, 3.5, 1, 4.9, 5.1])
  })
})
