import { describe, expect, test } from 'bun:test'
import {
  type InterestPair,
  coverageOf,
  deltaPct,
  isComparable,
  LEAST_COMPARED,
  venuesInBoth,
} from '../../../src/feeds/math/open-interest.ts'
import { sum } from '../../../src/feeds/math/sums.ts'
import { named, near } from '../../support/near.ts'
import vectors from '../../vectors/quant-perpetuals.json'

describe('open interest', () => {
  const { tol, cases } = vectors.open_interest
  test.each(named(cases))('%s', (_id, { inputs, expected }) => {
    const then = new Map<string, number>(Object.entries(inputs.then))
    const venues = Object.entries(inputs.now).map(([exchange, now]): InterestPair => ({
      exchange,
      now,
      before: then.get(exchange) ?? null,
    }))
    near(sum(venues.map(({ now }) => now)), expected.total_now, tol)
    expect(venuesInBoth(venues).map(({ exchange }) => exchange)).toEqual(expected.venues_compared)
    near(deltaPct(venues)!, expected.delta_pct, tol)
    expect(isComparable(venues)).toBe(true)
  })

  test('one case has a venue that is missing in the earlier snapshot', () => {
    const missing = cases.map(({ inputs }) => Object.keys(inputs.now).filter((name) => !(name in inputs.then)))
    expect(missing).toEqual([['dydx']])
  })
})

const compared = (rows: Readonly<Record<string, readonly [now: number, before: number | null]>>): InterestPair[] =>
  Object.entries(rows).map(([exchange, [now, before]]) => ({ exchange, now, before }))

describe('a change', () => {
  test('is that of the venues known at both times, and none without one', () => {
    expect(deltaPct(compared({ a: [110, 100], b: [500, null] }))).toBeCloseTo(10, 10)
    expect(deltaPct(compared({ a: [90, 100], b: [30, 20] }))).toBe(0)
    expect(deltaPct(compared({ a: [110, null], b: [5, 0] }))).toBeNull()
    expect(deltaPct([])).toBeNull()
  })

  test('is told where its venues hold six tenths of today, and not below', () => {
    expect(LEAST_COMPARED).toBe(0.6)
    expect(isComparable(compared({ a: [60, 1], b: [40, null] }))).toBe(true)
    expect(isComparable(compared({ a: [59, 1], b: [41, null] }))).toBe(false)
    // Of today, whatever it held before.
    expect(isComparable(compared({ a: [59, 1_000], b: [41, null] }))).toBe(false)
    expect(isComparable([])).toBe(false)
  })
})

describe('the coverage', () => {
  const venues = ['a', 'b', 'c', 'd']

  test('is the share of the usual market that the used venues hold, whatever they hold today', () => {
    const usual = { a: 600, b: 300, c: 60, d: 40 }
    expect(coverageOf(usual, ['a', 'b'], venues)).toBe(0.9)
    expect(coverageOf(usual, ['b', 'c', 'd'], venues)).toBe(0.4)
    expect(coverageOf(usual, venues, venues)).toBe(1)
  })

  test('counts a venue that nobody knows with the mean of the others, and heads without any past', () => {
    expect(coverageOf({ a: 300, b: 100 }, ['a', 'b'], venues)).toBe(0.5)
    expect(coverageOf({ a: 300, b: 100 }, ['a', 'c'], venues)).toBe(0.625)
    expect(coverageOf({}, ['a'], venues)).toBe(0.25)
  })
})
