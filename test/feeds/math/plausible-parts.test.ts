import { describe, expect, test } from 'bun:test'
import { Value } from '@sinclair/typebox/value'
import {
  MOST_FACTOR,
  MOST_OF_OTHERS,
  PLAUSIBLE_RULE,
  plausibleParts,
  USUAL_MS,
  UsualParts,
} from '../../../src/feeds/math/plausible-parts.ts'

/** A sum over venues that one misread unit cannot make. */

const NOW = Date.UTC(2026, 10, 20, 12)
const MINUTE = 60_000

/** Billions of dollars of one minute. */
const HONEST = { binance: 5.62, okx: 1.49, bybit: 0.977, dydx: 0.0168 }
const partsOf = (amounts: Readonly<Record<string, number>>) =>
  Object.entries(amounts).map(([exchange, amount]) => ({ exchange, amount }))
const names = (entered: readonly { readonly exchange: string }[]) => entered.map(({ exchange }) => exchange)

const first = plausibleParts(partsOf(HONEST), null, NOW)
const next = (amounts: Readonly<Record<string, number>>) => plausibleParts(partsOf(amounts), first.usual, NOW + MINUTE)

describe('a venue of which something is known', () => {
  test('enters as long as it is within a factor of it', () => {
    for (const [amount, enters] of [
      [0.0168 * MOST_FACTOR, true],
      [0.0168 * MOST_FACTOR * 1.001, false],
      [0.0168 / (MOST_FACTOR * 0.999), true],
      [0.0168 / (MOST_FACTOR * 1.001), false],
    ] as const)
      expect([amount, names(next({ ...HONEST, dydx: amount }).entered).includes('dydx')]).toEqual([amount, enters])
  })

  test.each([0.01, 10, 100, 1e3, 1e8])('does not enter at %d times of it, whichever it is', (factor) => {
    for (const [exchange, amount] of Object.entries(HONEST)) {
      const { entered } = next({ ...HONEST, [exchange]: amount * factor })
      expect(names(entered)).toEqual(Object.keys(HONEST).filter((name) => name !== exchange))
    }
  })

  test('is remembered while it does not enter, and enters again with what it usually says', () => {
    const lied = next({ ...HONEST, okx: 149 })
    expect(lied.usual['okx']).toEqual(first.usual['okx']!)
    const still = plausibleParts(partsOf({ ...HONEST, okx: 149 }), lied.usual, NOW + 2 * MINUTE)
    expect(names(still.entered)).not.toContain('okx')
    expect(names(plausibleParts(partsOf(HONEST), still.usual, NOW + 3 * MINUTE).entered)).toContain('okx')
  })

  test('is forgotten a day after it last entered, and not before', () => {
    const moved = partsOf({ ...HONEST, okx: 14.9 })
    expect(names(plausibleParts(moved, first.usual, NOW + USUAL_MS).entered)).not.toContain('okx')
    expect(names(plausibleParts(moved, first.usual, NOW + USUAL_MS + 1).entered)).toContain('okx')
  })

  test('does not climb out of its bounds in a few ticks', () => {
    let usual = first.usual
    for (let tick = 1; tick <= 60; tick++)
      usual = plausibleParts(partsOf({ ...HONEST, okx: 1.49 * 4.9 }), usual, NOW + tick * MINUTE).usual
    expect(usual['okx']!.amount).toBeGreaterThan(1.49)
    expect(usual['okx']!.amount).toBeLessThan(1.49 * 1.1)
  })

  test('has a new usual amount once it has lasted: after one time constant, 1 - 1/e of the way in logarithms', () => {
    const half = plausibleParts(partsOf({ ...HONEST, okx: 1.49 * 4 }), first.usual, NOW + USUAL_MS)
    expect(half.usual['okx']!.amount).toBeCloseTo(1.49 * 4 ** (1 - 1 / Math.E), 9)
    const back = plausibleParts(partsOf({ ...HONEST, okx: 3 }), first.usual, NOW - MINUTE)
    expect(back.usual['okx']).toEqual({ amount: 1.49, at: NOW - MINUTE })
  })
})

describe('a venue of which nothing is known', () => {
  test('enters while it is not larger than the others allow', () => {
    const others = partsOf({ a: 1, b: 1 })
    const enters = (amount: number) =>
      names(plausibleParts([...others, { exchange: 'new', amount }], null, NOW).entered).includes('new')
    expect([enters(2 * MOST_OF_OTHERS), enters(2 * MOST_OF_OTHERS * 1.001)]).toEqual([true, false])
  })

  test('is held against the others, the largest first', () => {
    const { entered, usual } = plausibleParts(partsOf({ ...HONEST, huge: 2e8, larger: 1e9 }), null, NOW)
    expect(names(entered)).toEqual(Object.keys(HONEST))
    expect(Object.keys(usual)).toEqual(Object.keys(HONEST))
  })

  test.each([100, 1e3, 1e8])('is not borne out by another giant: two at %d times', (factor) => {
    const nine = {
      binance: 8,
      bybit: 4.4,
      okx: 2.9,
      gateio: 3.1,
      bitget: 2.6,
      hyperliquid: 3.3,
      deribit: 1,
      kraken: 0.3,
    }
    const two = { ...nine, binance: 8 * factor, bybit: 4.4 * factor }
    const { entered, usual } = plausibleParts(partsOf(two), null, NOW)
    expect(names(entered)).toEqual(Object.keys(nine).filter((name) => !['binance', 'bybit'].includes(name)))
    // They are not remembered either: the truth enters at once.
    expect(names(plausibleParts(partsOf(nine), usual, NOW + MINUTE).entered)).toEqual(Object.keys(nine))
  })

  test('is not measured by the small ones alone', () => {
    const steep = { a: 0.01, b: 0.1, c: 1, d: 2, e: 2, f: 3 }
    expect(names(plausibleParts(partsOf(steep), null, NOW).entered)).toEqual(Object.keys(steep))
  })

  test('never puts out one that is known, and alone is believed', () => {
    const usual = { binance: { amount: 100, at: NOW } }
    expect(names(plausibleParts(partsOf({ binance: 100, new: 1 }), usual, NOW).entered)).toEqual(['binance', 'new'])
    expect(names(plausibleParts(partsOf({ new: 1 }), null, NOW).entered)).toEqual(['new'])
  })
})

test.each([Number.NaN, Number.POSITIVE_INFINITY, 0, -1])('%d is no amount', (amount) => {
  expect(names(next({ ...HONEST, okx: amount }).entered)).not.toContain('okx')
  expect(names(plausibleParts(partsOf({ ...HONEST, new: amount }), null, NOW).entered)).toEqual(Object.keys(HONEST))
  expect(plausibleParts(partsOf({ alone: amount }), null, NOW)).toEqual({ entered: [], usual: {} })
})

test('what is known of venues is what its schema says, before and after JSON', () => {
  expect(Value.Check(UsualParts, first.usual)).toBe(true)
  expect(Value.Check(UsualParts, JSON.parse(JSON.stringify(first.usual)))).toBe(true)
  expect(Value.Check(UsualParts, { okx: { amount: 'much', at: NOW } })).toBe(false)
})

test('the rule names the bounds that hold', () => {
  for (const bound of [`more than ${MOST_FACTOR} times`, `above ${MOST_OF_OTHERS} times`])
    expect(PLAUSIBLE_RULE).toContain(bound)
})
