import { expect, test } from 'bun:test'
import { divergenceLevel, mispricingSign } from '../../../src/feeds/math/iv-surface.ts'

test('venues differ from three points and one and a half spreads on, and seriously from five and eight on', () => {
  for (const [apart, width, level] of [
    [2.99, 0, null],
    [3, 0, 'LOW'],
    [3, 2, 'LOW'],
    [3, 2.01, null],
    [4.99, 3.32, 'LOW'],
    [4.99, 3.33, null],
    [5, 1, 'MEDIUM'],
    [7.99, 1, 'MEDIUM'],
    [8, 1, 'HIGH'],
    [30, 20, 'HIGH'],
    [29.99, 20, null],
  ] as const)
    expect([apart, width, divergenceLevel(apart, width)]).toEqual([apart, width, level])
})

test('a quote is dear or cheap from two and a half points and three errors on, unless the curve lies within it', () => {
  const at = (iv: number, half: number, curve: number, error: number) =>
    mispricingSign(iv - curve, { bidIv: iv - half, askIv: iv + half }, curve, error)
  expect(at(52.5, 1, 50, 0.8)).toBe('rich')
  expect(at(47.5, 1, 50, 0.8)).toBe('cheap')
  expect(at(52.4, 1, 50, 0.8)).toBeNull()
  expect(at(52.5, 1, 50, 0.9)).toBeNull()
  expect(at(53, 1, 50, 1)).toBe('rich')
  // The curve at the bid or at the ask is within the quote.
  expect(at(53, 3, 50, 0.5)).toBeNull()
  expect(at(47, 3, 50, 0.5)).toBeNull()
  expect(at(53, 2.99, 50, 0.5)).toBe('rich')
})
