import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { concludeGasIndex } from '../../../src/feeds/gas/conclude-gas-index.ts'
import { gasIndex } from '../../../src/feeds/gas/gas-index.feed.ts'
import type { GasIndexAnswer } from '../../../src/feeds/gas/gas-index-answer.ts'
import { chainCosts } from '../../../src/feeds/gas/gas-ranking.ts'
import { lookAt, OPEN } from '../../support/feeds/market.ts'

const chainAt = (txCostUsd: number, { ageSeconds = 10, degraded = false, confidence = 1 } = {}): Earlier => ({
  timestamp: OPEN / 1_000 - ageSeconds,
  content: {},
  carry: { agreed: null, progress: null, gasPriceGwei: 1.5, txCostUsd, degraded, confidence, readAt: OPEN - 20_000 },
})

const SIX = {
  'gas/chain/ethereum': chainAt(0.08),
  'gas/chain/base': chainAt(0.0004),
  'gas/chain/arbitrum': chainAt(0.0008),
  'gas/chain/polygon': chainAt(0.0002),
  'gas/chain/optimism': chainAt(0.0002),
  'gas/chain/solana': chainAt(0.0012, { confidence: 0.8 }),
}

const concludeOn = (earlier: Readonly<Record<string, Earlier>>) =>
  concludeGasIndex(lookAt(new Map(), OPEN, { earlier }))
const answerOf = (earlier: Readonly<Record<string, Earlier>>): GasIndexAnswer => {
  const found = concludeOn(earlier)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content
}

test('ranks six chains, cheapest first, ties by name, and says how many times the cheapest', () => {
  const { ranking, ...rest } = answerOf(SIX)
  expect(ranking.map(({ rank, chain, relative }) => [rank, chain, relative])).toEqual([
    [1, 'optimism', 1],
    [2, 'polygon', 1],
    [3, 'base', 2],
    [4, 'arbitrum', 4],
    [5, 'solana', 6],
    [6, 'ethereum', 400],
  ])
  expect(ranking[0]).toMatchObject({ age_seconds: 10, gasPriceGwei: 1.5 })
  expect(rest).toMatchObject({ cheapest: 'optimism', missing: [], confidence: 0.8, degraded: false })
  expect(rest.observed_at).toBe(OPEN / 1_000 - 20)
})

describe('a chain is missing', () => {
  test('when its price is older than it is sold: named, and the confidence falls', () => {
    const found = answerOf({ ...SIX, 'gas/chain/base': chainAt(0.0001, { ageSeconds: 151 }) })
    expect(found).toMatchObject({ missing: ['base'], degraded: true, confidence: 0.67, cheapest: 'optimism' })
    expect(answerOf({ ...SIX, 'gas/chain/base': chainAt(0.0001, { ageSeconds: 150 }) }).cheapest).toBe('base')
  })

  test('and of fewer than four there is no ranking', () => {
    const { 'gas/chain/base': _, 'gas/chain/solana': __, ...four } = SIX
    expect(answerOf(four).ranking).toHaveLength(4)
    const { 'gas/chain/polygon': ___, ...three } = four
    expect(concludeOn(three)).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
  })

  test('one with few nodes makes it degraded', () => {
    expect(answerOf({ ...SIX, 'gas/chain/base': chainAt(0.0004, { degraded: true }) }).degraded).toBe(true)
  })
})

test('the string names every chain with its cost', () => {
  const { canonical, tokens } = gasIndex.sale
  const written = canonical.write(tokens(answerOf(SIX)), { timestamp: 1_795_000_005, nonce: 482_910 })
  expect(written).toBe(
    'v1|GAS_INDEX|optimism:0.000200,polygon:0.000200,base:0.000400,arbitrum:0.000800,solana:0.001200,ethereum:0.080000|optimism|median|1795000005|482910',
  )
})

test.each([
  ['another order', 'base:0.000400,polygon:0.000200'],
  ['a chain twice', 'base:0.000400,base:0.000500'],
  ['an unknown chain', 'avalanche:0.000400'],
  ['fewer digits', 'base:0.0004'],
  ['nothing', ''],
])('a ranking in %s is not read', (_what, written) => expect(() => chainCosts.read(written)).toThrow('expected'))
