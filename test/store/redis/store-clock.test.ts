import { expect, test } from 'bun:test'
import { oddestOf, spreadOf } from '../../../src/store/redis/store-clock.ts'

test.each([
  [[1_000], 1_000],
  [[1_000, 1_003, 90_000], 90_000],
  [[-5_000, 1_000, 1_003, 1_001], -5_000],
  [[1_000, 1_000, 1_000], 1_000],
])('of the clocks %j the oddest says %i', (times, odd) => {
  expect(oddestOf(times)).toBe(odd)
})

test('how far clocks are apart', () => {
  expect(spreadOf([5, -3, 9])).toBe(12)
  expect(spreadOf([7])).toBe(0)
})
