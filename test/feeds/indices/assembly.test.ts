import { describe, expect, test } from 'bun:test'
import { boundedIndex, summedTerms } from '../../../src/feeds/indices/assembly.ts'

const WEIGHTS = { a: 0.5, b: 0.25, c: 0.25 } as const

describe('the terms of an index', () => {
  test('are summed over what is there, each with its share of that', () => {
    const found = summedTerms(WEIGHTS, { a: 2, b: null, c: 8 }, (_key, value, weight) => weight * value)!
    expect(found.weights).toEqual({ a: 0.5 / 0.75, b: 0, c: 0.25 / 0.75 })
    expect(found.value).toBeCloseTo(4, 12)
  })

  test('know which component they are of', () => {
    const found = summedTerms(WEIGHTS, { a: 1, b: 1, c: 1 }, (key) => ({ a: 1, b: 20, c: 300 })[key])
    expect(found).toEqual({ value: 321, weights: WEIGHTS })
  })

  test('are none when nothing is there', () => {
    expect(summedTerms(WEIGHTS, { a: null, b: null, c: null }, () => 1)).toBeNull()
  })
})

test.each([
  [100.000_000_000_1, 100],
  [-50.000_000_000_1, -50],
  [99.5, 99.5],
])('%p ends as %p', (value, end) => {
  const ends = { lowest: -50, highest: 100 }
  expect(boundedIndex({ value, weights: WEIGHTS }, ends)).toEqual({ unit: 'index', value: end, weights: WEIGHTS })
})
