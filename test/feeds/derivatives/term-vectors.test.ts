import { describe, expect, test } from 'bun:test'
import {
  annualizedBasisPct,
  annualizedLogPct,
  carryRegime,
  carrySlope,
  daysBetween,
  FLAT_BELOW_PCT,
  LEAST_VOTING_DAYS,
} from '../../../src/feeds/math/term-structure.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-dated.json'

describe('term structure', () => {
  const { tol, cases } = vectors.futures_term_structure
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const { spot, maturities } = inputs
    const annualized = maturities.map(({ future, days }) => annualizedBasisPct(future, spot, days))
    annualized.forEach((found, at) => near(found, expected.annualized_simple_pct[at]!, tol))
    maturities.forEach(({ future, days }, at) =>
      near(annualizedLogPct(future, spot, days), expected.annualized_log_pct[at]!, tol),
    )
    expect<string | null>(carryRegime(annualized)).toBe(expected.regime)
  })

  test('there is one curve, all of it votes', () => {
    expect(cases.map(({ id }) => id)).toEqual(['curve'])
    expect(cases[0]!.inputs.maturities.every(({ days }) => days >= LEAST_VOTING_DAYS)).toBe(true)
  })
})

describe('regime of the curve', () => {
  test('two thirds decide, and one per cent a year is enough, either way', () => {
    expect(carryRegime([1, 1, 0])).toBe('CONTANGO')
    expect(carryRegime([1, 0.9999, 0])).toBe('FLAT')
    expect(carryRegime([1, 0.9999])).toBe('FLAT')
    expect(carryRegime([-1, -1, 9])).toBe('BACKWARDATION')
    expect(carryRegime([-1, -0.9999, 9])).toBe('FLAT')
    expect(carryRegime([-1, -5])).toBe('BACKWARDATION')
    expect(carryRegime([5, 5, 5, -5])).toBe('CONTANGO')
    expect(carryRegime([5, 5, -5, -5])).toBe('FLAT')
    expect(FLAT_BELOW_PCT).toBe(1)
  })

  test('one maturity is no curve', () => {
    expect(carryRegime([9])).toBeNull()
    expect(carryRegime([])).toBeNull()
  })
})

describe('slope', () => {
  const point = (days: number, annualizedPct: number) => ({ days, annualizedPct })

  test('runs over the square root of days', () => {
    // Roots 2, 3, 4 under 4, 7, 7: the mean product of deviations is 1, the mean square 2/3.
    expect(carrySlope([point(4, 4), point(9, 7), point(16, 7)])).toBeCloseTo(1.5, 12)
    expect(carrySlope([point(16, 3), point(4, 5)])).toBeCloseTo(-1, 12)
    expect(carrySlope([point(4, 5), point(9, 5)])).toBe(0)
  })

  test('needs two different maturities', () => {
    expect(carrySlope([])).toBeNull()
    expect(carrySlope([point(9, 5)])).toBeNull()
    expect(carrySlope([point(9, 5), point(9, 6)])).toBeNull()
  })
})

test('days are counted from whole seconds', () => {
  expect(daysBetween(1_795_000_000, 1_795_000_000 + 3 * 86_400)).toBe(3)
  expect(daysBetween(1_795_000_000, 1_795_000_000 + 5_400)).toBe(0.0625)
})
