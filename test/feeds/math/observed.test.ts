import { expect, test } from 'bun:test'
import { observedBy, observedOf } from '../../../src/feeds/math/observed.ts'

const votes = (...times: readonly number[]) => times.map((at) => ({ at }))

test('as many votes as are a majority of the configured are so new, and no fewer', () => {
  expect(observedBy(votes(1, 5, 3, 4, 2), 9)).toEqual({ majorityAt: 1, newestAt: 5 })
  expect(observedBy(votes(1, 5, 3, 4, 2, 6), 9)).toEqual({ majorityAt: 2, newestAt: 6 })
  expect(observedBy(votes(7, 7), 3)).toEqual({ majorityAt: 7, newestAt: 7 })
})

test('fewer votes than a majority stand for nothing', () => {
  expect(observedBy(votes(1, 2, 3, 4), 9)).toBeNull()
  expect(observedBy([], 1)).toBeNull()
})

test('a number that is an agreement itself is as new as the majority of its own votes', () => {
  const [paxg, xaut] = [
    { majorityAt: 10, newestAt: 90 },
    { majorityAt: 30, newestAt: 40 },
  ]
  expect(observedOf([paxg, xaut], 3)).toEqual({ majorityAt: 10, newestAt: 90 })
  expect(observedOf([paxg, xaut, { majorityAt: 20, newestAt: 20 }], 3)).toEqual({ majorityAt: 20, newestAt: 90 })
})
