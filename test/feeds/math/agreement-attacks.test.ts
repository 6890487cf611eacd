import { describe, expect, test } from 'bun:test'
import { agree, majorityOf, TAU } from '../../../src/feeds/math/agreement.ts'
import { drawnFrom } from '../../support/draws.ts'
import { attacksOn, count, newTally, reportTally, SPREADS, spreadOver, type Tally } from '../../support/feeds/liars.ts'

/**
 * Every set of faulty venues with every lie, also by one who knows the honest votes: the value lies among the honest ones,
 * and where those themselves lie further than τ apart, at most τ beyond them. `REPORT_ATTACKS=1` prints the shares.
 */

const electorate = (configured: number, most: number, tau: number, range: number): Tally => {
  const rules = { configured, tau }
  const tally = newTally()
  for (const spread of Object.keys(SPREADS)) {
    const venues = spreadOver(configured, range, spread).map((price) => ({ price, low: price, high: price }))
    for (const attack of drawnFrom(attacksOn(venues, most, rules), 904)) {
      const votes = attack.said.flatMap((price, at) => (price === null ? [] : [{ source: `v${at}`, price }]))
      const found = agree(votes, rules)
      count(tally, found.kind === 'agreed' ? found.value : null, attack, tau)
    }
  }
  reportTally(`any ${most} of ${configured}, τ ${100 * tau} %, honest within ${100 * range} %`, tally)
  return tally
}

/** Who is asked, how many of them may be faulty, and within what they agree. */
const ELECTORATES = [
  ['Bitcoin and Solana', 9, 3, TAU.crypto],
  ['the small coins', 7, 3, TAU.crypto],
  ['Ether', 5, 2, TAU.crypto],
  ['USDT', 7, 3, TAU.peg],
  ['USDC', 4, 1, TAU.peg],
  ['euros', 6, 2, TAU.fx],
  ['gold', 3, 1, TAU.gold],
  ['Bitcoin in a market that runs', 9, 3, 3 * TAU.crypto],
] as const

describe.each(ELECTORATES)('%s', (_what, configured, most, tau) => {
  test('the promised number is a minority', () => {
    expect(configured - most).toBeGreaterThanOrEqual(majorityOf(configured))
  })

  test.each([0.0002, 0.001, 0.003])('honest venues within %d', (range) => {
    const { tried, answered, wrong } = electorate(configured, most, tau, range)
    expect(wrong.slice(0, 5)).toEqual([])
    if (range <= tau) expect(answered).toBe(tried)
  })

  test.each([1.2, 4])('honest venues %d times τ apart', (times) => {
    expect(electorate(configured, most, tau, times * tau).wrong.slice(0, 5)).toEqual([])
  })
})

test('four of nine, which is more than is promised, are a minority still', () => {
  const { tried, answered, wrong } = electorate(9, 4, TAU.crypto, 0.001)
  expect(wrong.slice(0, 5)).toEqual([])
  expect(answered).toBe(tried)
}, 120_000)

test('one more than a minority is too many: the proof is no stronger than it says', () => {
  expect(electorate(5, 3, TAU.crypto, 0.001).wrong.length).toBeGreaterThan(0)
})
