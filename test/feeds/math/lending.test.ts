import { describe, expect, test } from 'bun:test'
import { aprOfApy, apyOfApr, isNearRate, weightedRate } from '../../../src/feeds/math/lending.ts'

describe('a simple rate and a yield', () => {
  test('of each other: 5 % grows to 5.1267 % with daily interest, and is made of 5.1271 % by the second', () => {
    // (1 + 0.05/365)^365 − 1 and e^0.05 − 1, worked out with 30 digits.
    expect(apyOfApr(5)).toBeCloseTo(5.126_749_646, 8)
    expect(aprOfApy(5.127_109_637_602_4)).toBeCloseTo(5, 7)
    expect(aprOfApy(0)).toBe(0)
    expect(apyOfApr(0)).toBe(0)
  })

  test('of 100 %: 171.4567 % and 69.3147 %', () => {
    expect(apyOfApr(100)).toBeCloseTo(171.456_748_2, 6)
    expect(aprOfApy(100)).toBeCloseTo(69.314_718_8, 5)
  })
})

test.each([
  [4, 0.4, true],
  [4, 0.4001, false],
  [4, -0.4, true],
  [4, -0.4001, false],
  [0.1, 0.25, true],
  [0.1, 0.2501, false],
])('at a rate of %d a witness %d points away agrees: %p', (rate, apart, near) =>
  expect(isNearRate(rate, apart)).toBe(near),
)

test('a mean by weight, and none without any', () => {
  expect(
    weightedRate([
      { value: 4, weight: 3 },
      { value: 8, weight: 1 },
    ]),
  ).toBe(5)
  expect(weightedRate([{ value: 4, weight: 0 }])).toBeNull()
  expect(weightedRate([])).toBeNull()
})
