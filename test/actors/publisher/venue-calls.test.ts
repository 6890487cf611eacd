import { expect, test } from 'bun:test'
import { createVenueCalls } from '../../../src/actors/publisher/venue-calls.ts'
import { systemRandom } from '../../../src/system/random.ts'

const random = { ...systemRandom, integer: (_min: number, max: number) => max }
const calls = () => createVenueCalls({ firstMs: 500, longestMs: 30_000 }, random)

test('a venue is called again when the pause is over, and after a long call with the first pause', () => {
  const { isFree, called, failed } = calls()
  expect(isFree(1_000)).toBe(true)
  called(1_000)
  expect([failed(1_100), isFree(1_599), isFree(1_600)]).toEqual([1, false, true])
  called(1_600)
  expect([failed(1_700), isFree(2_699), isFree(2_700)]).toEqual([2, false, true])
  called(2_700)
  expect([failed(32_701), isFree(33_200), isFree(33_201)]).toEqual([1, false, true])
})

test('a clock that was set back lets nobody wait for the time that it was', () => {
  const { isFree, called, failed } = calls()
  called(100_000)
  failed(100_100)
  expect([isFree(100_200), isFree(99_999)]).toEqual([false, true])
})
