import { expect, test } from 'bun:test'
import { parityForward } from '../../../src/feeds/math/parity.ts'
import { near } from '../../support/near.ts'

const at = (strike: number, call: number, put: number) => ({ strike, call, put })

test('the forward is the median of K + C - P over the five strikes nearest the index', () => {
  const strikes = [
    at(60_000, 60_000, 1),
    at(80_000, 5_400, 400),
    at(82_000, 3_800, 790),
    at(84_000, 2_500, 1_480),
    at(86_000, 1_500, 2_520),
    at(88_000, 820, 3_800),
    at(120_000, 9_999, 0),
  ]
  // 85000, 85010, 85020, 84980 and 85020; the first and the last strike have no say.
  near(parityForward(strikes, 84_500), 85_010, { abs: 1e-9 })
  expect(parityForward(strikes.toReversed(), 84_500)).toBe(parityForward(strikes, 84_500))
})

test('one absurd pair of marks does not move it far', () => {
  const strikes = [80, 81, 82, 83, 84].map((strike) => at(strike, 90 - strike, 8))
  near(parityForward(strikes, 82), 82, { abs: 1e-12 })
  near(parityForward([...strikes.slice(0, 4), at(84, 1e6, 0)], 82), 82, { abs: 1e-12 })
})

test('with fewer than three strikes it is the index', () => {
  const strikes = [at(80, 5, 1), at(82, 4, 2)]
  expect(parityForward(strikes, 81.5)).toBe(81.5)
  expect(parityForward([], 81.5)).toBe(81.5)
  expect(parityForward([...strikes, at(84, 3, 3)], 81.5)).toBe(84)
})
