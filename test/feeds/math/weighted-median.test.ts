import { expect, test } from 'bun:test'
import { freshness } from '../../../src/feeds/math/freshness.ts'
import { weightedMedian } from '../../../src/feeds/math/weighted-median.ts'
import { zScore } from '../../../src/feeds/math/zscore.ts'

const of = (...pairs: readonly (readonly [number, number])[]) =>
  weightedMedian(pairs.map(([value, weight]) => ({ value, weight })))

test('the weighted median is the value at which half of the weight is reached, whatever the order', () => {
  expect(of([3, 0.3], [1, 0.4], [2, 0.3])).toBe(2)
  expect(of([9, 0.6], [1, 0.4])).toBe(9)
  expect(of([5, 1])).toBe(5)
})

test('at exactly one half it lies between two values, also where doubles miss the half', () => {
  expect(of([1, 0.5], [3, 0.5])).toBe(2)
  // 0.1 + 0.4 and five times 0.1 differ in their last bit from one another.
  expect(of([1, 0.1], [2, 0.1], [3, 0.1], [4, 0.1], [5, 0.1], [6, 0.5])).toBe(5.5)
})

test('a value that weighs less than half moves it by one place at most', () => {
  const honest = [0.2, 0.2, 0.25].map((weight, at) => [at + 1, weight] as const)
  expect([of(...honest, [1e9, 0.35]), of(...honest, [-1e9, 0.35])]).toEqual([3, 1])
})

test('there is no median of nothing', () => {
  expect(() => of()).toThrow('the weighted median of an empty list')
})

test('a z-score is clipped at ten either way and needs two values', () => {
  expect(zScore([0, 0, 0], 1, 1e-6).z).toBe(10)
  expect(zScore([0, 0, 0], -1, 1e-6).z).toBe(-10)
  expect(() => zScore([1], 1, 1e-6)).toThrow('over 1 values')
})

test('freshness falls from one to nothing between its two ages', () => {
  const life = { freshSeconds: 300, expireSeconds: 1_800 }
  expect([0, 300, 1_050, 1_800, 9_999].map((age) => freshness(age, life))).toEqual([1, 1, 0.5, 0, 0])
})
