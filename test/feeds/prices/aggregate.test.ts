import { describe, expect, test } from 'bun:test'
import { aggregate, aggregateSpot, contradict } from '../../../src/feeds/prices/aggregate.ts'
import type { Member } from '../../../src/feeds/prices/quotes.ts'
import { spotRules } from '../../../src/feeds/prices/spot-legs.ts'

const members = (prices: readonly number[], prefix = 'v'): readonly Member[] =>
  prices.map((price, at) => ({ source: `${prefix}${at}`, price, at }))
const RULES = { floor: 0.001, quorum: 2 }
const BTC = spotRules('BTC')

describe('one group', () => {
  test('below four members is judged by 1 % of the median', () => {
    expect(aggregate(members([100, 100.9]), RULES)).toMatchObject({ price: 100.45 })
    expect(aggregate(members([100, 102.1]), RULES)).toEqual({ kind: 'quorum_missed', have: 0, need: 2 })
    expect(aggregate(members([100, 100.5, 103]), RULES)).toMatchObject({ price: 100.25, members: [{}, {}] })
  })

  test('that splits in halves has no price: a wide MAD keeps everybody, the spread gives it away', () => {
    expect(aggregate(members([100, 100, 105, 105]), RULES)).toMatchObject({ kind: 'disagreement', limit: 0.015 })
    expect(aggregate(members([100, 100, 102.9, 102.9]), RULES)).toMatchObject({ kind: 'agreed' })
  })

  test('of nobody misses its quorum, and never divides by zero', () => {
    expect(aggregate([], RULES)).toEqual({ kind: 'quorum_missed', have: 0, need: 2 })
    expect(aggregate([], { floor: 0.001, quorum: 0 })).toMatchObject({ kind: 'quorum_missed' })
  })

  test('names its members in the order of their names', () => {
    const found = aggregate(
      [
        { source: 'b', price: 1, at: 0 },
        { source: 'a', price: 1, at: 0 },
      ],
      RULES,
    )
    expect(found).toMatchObject({ members: [{ source: 'a' }, { source: 'b' }] })
  })
})

describe('dollar venues with USDT venues', () => {
  const usd = members([100, 100, 100, 100, 100, 100], 'd')

  test('are all in the median when they agree', () => {
    expect(aggregateSpot(usd, members([100.05, 100.05, 100.05], 't'), BTC)).toMatchObject({
      price: 100,
      members: { length: 9 },
    })
  })

  test('lose the USDT group when its survivors stray half a per cent from the dollar survivors', () => {
    const scattered = members([99.5, 99.7, 99.9, 100.1, 100.3, 100.5], 'd')
    const near = aggregateSpot(scattered, members([100.4, 100.4, 100.4], 't'), BTC)
    expect(near).toMatchObject({ kind: 'agreed', members: { length: 9 } })
    const far = aggregateSpot(scattered, members([100.6, 100.6, 100.6], 't'), BTC)
    expect(far).toMatchObject({ kind: 'agreed', members: { length: 6 } })
  })

  test('count a group that was wholly rejected as dropped: the smaller quorum holds', () => {
    expect(aggregateSpot(members([100, 100, 100, 100], 'd'), members([110, 110], 't'), BTC)).toMatchObject({
      kind: 'agreed',
      members: { length: 4 },
    })
    expect(aggregateSpot(members([100, 100, 100], 'd'), members([110, 110], 't'), BTC)).toMatchObject({
      kind: 'quorum_missed',
      have: 3,
      need: 4,
    })
  })

  test('need the larger quorum as long as USDT is in', () => {
    const few = members([100, 100, 100], 'd')
    expect(aggregateSpot(few, members([100, 100], 't'), BTC)).toEqual({ kind: 'quorum_missed', have: 5, need: 6 })
    expect(aggregateSpot(few, members([100, 100, 100], 't'), BTC)).toMatchObject({ kind: 'agreed' })
    // No USDT quote at all is not a dropped group.
    expect(aggregateSpot(members([100, 100, 100, 100], 'd'), [], BTC)).toMatchObject({ kind: 'quorum_missed', need: 6 })
    expect(aggregateSpot(members([100, 100, 100, 100], 'd'), null, BTC)).toMatchObject({ kind: 'agreed' })
  })

  test('without USDT must outnumber what they reject by more than two to one', () => {
    expect(aggregateSpot(members([100, 100, 100, 100, 105], 'd'), null, BTC)).toMatchObject({ kind: 'agreed' })
    expect(aggregateSpot(members([100, 100, 100, 100, 105, 105], 'd'), null, BTC)).toEqual({
      kind: 'quorum_missed',
      have: 4,
      need: 5,
    })
  })
})

test('members contradict one another when no single price can be between them', () => {
  expect(contradict(members([100, 101.4]))).toBe(false)
  expect(contradict(members([100, 101.6, 100]))).toBe(true)
  expect(contradict(members([100]))).toBe(false)
  expect(contradict([])).toBe(false)
})
