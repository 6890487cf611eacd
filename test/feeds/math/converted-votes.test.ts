import { describe, expect, test } from 'bun:test'
import { convertedVotes, impliedVotes, onceEach } from '../../../src/feeds/math/converted-votes.ts'

const votes = (...prices: readonly number[]) => prices.map((price, at) => ({ source: `v${at}`, price }))

describe('votes in other units', () => {
  test('are converted at a rate that has passed, or not cast', () => {
    expect(convertedVotes([{ source: 'okx', price: 100, at: 3 }], 0.5)).toEqual([{ source: 'okx', price: 50, at: 3 }])
    expect(convertedVotes(votes(1, 2), null)).toEqual([])
  })

  test('are implied by a coin, in the direction in which the market quotes', () => {
    expect(impliedVotes(votes(80_000), 100_000, false)[0]!.price).toBe(1.25)
    expect(impliedVotes(votes(15_000_000), 100_000, true)[0]!.price).toBe(150)
    expect(impliedVotes(votes(80_000), null, true)).toEqual([])
  })

  test('are one for each venue, of the list that names it first', () => {
    const live = [{ source: 'kraken', price: 1 }]
    const implied = [
      { source: 'kraken', price: 2 },
      { source: 'gemini', price: 3 },
    ]
    expect(onceEach(live, implied)).toEqual([live[0]!, implied[1]!])
    expect(onceEach(implied, live)).toEqual(implied)
  })
})
