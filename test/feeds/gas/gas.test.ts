import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import { concludeGas } from '../../../src/feeds/gas/conclude-gas.ts'
import type { GasAnswer } from '../../../src/feeds/gas/gas-answer.ts'
import { gas } from '../../../src/feeds/gas/gas.feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { coinPrice, type NodeSays, nodes, solanaNodes } from '../../support/feeds/gas.ts'
import { lookAt, OPEN, type States } from '../../support/feeds/market.ts'

/** Prices of gas against values worked out by hand, and what must not fool them. */

const EARLIER = {
  'price/spot/ETH-USD': coinPrice('3150.25'),
  'price/spot/SOL-USD': coinPrice('152.50'),
  'native/POL-USD': coinPrice('0.4200'),
}

interface More {
  readonly earlier?: Readonly<Record<string, Earlier>>
  readonly previous?: Earlier | null
}

const concludeOf = (chain: string, states: States, { earlier = EARLIER, previous = null }: More = {}) =>
  gas.conclude(registry.item(`gas/chain/${chain}`)!.subject, lookAt(states, OPEN, { earlier, previous }))

const answerOf = (chain: string, states: States, more?: More): GasAnswer => {
  const found = concludeOf(chain, states, more)
  if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
  return found.content as GasAnswer
}

const ETHEREUM = [
  { gwei: 1.203, baseGwei: 1.1 },
  { gwei: 1.189, baseGwei: 1.09 },
  { gwei: 1.251, baseGwei: 1.12 },
] as const

test('is concluded by what this test is about', () => expect(gas.conclude).toBe(concludeGas as typeof gas.conclude))

describe('the numbers', () => {
  test('of Ethereum: median of three, cost of 21,000 gas in dollars', () => {
    expect(answerOf('ethereum', nodes('ethereum', ETHEREUM))).toEqual({
      chain: 'ethereum',
      chainId: 1,
      gasPriceGwei: 1.203,
      baseFeeGwei: 1.1,
      // 1.203 · 21000 / 10⁹, and that times 3150.25
      txCostNative: '0.000025263000000',
      txCostUsd: 0.079585,
      nativePriceUsd: '3150.25',
      native: 'ETH',
      sources: ['blastapi', 'drpc', 'publicnode'],
      sourceCount: 3,
      missing: ['1rpc', 'meowrpc'],
      method: 'median',
      blockNumber: 24_000_000,
      confidence: 1,
      degraded: false,
      observed_at: OPEN / 1_000 - 1,
      note: 'a transfer of 21000 gas',
    })
  })

  test('of Polygon: two make a mean, two thirds of the confidence, and POL pays', () => {
    const found = answerOf('polygon', nodes('polygon', [{ gwei: 30.1 }, { gwei: 31.5 }]))
    expect(found).toMatchObject({ gasPriceGwei: 30.8, native: 'POL', nativePriceUsd: '0.4200', txCostUsd: 0.000272 })
    expect(found).toMatchObject({ confidence: 0.67, degraded: true, sourceCount: 2 })
  })

  test('of Solana: lamports per signature with the median priority, zeros counted', () => {
    const says = { priorities: [0, 12_000, 45_000] }
    // 7400 · 10⁻⁹ · 152.5 is 0.0011285; the double below it is what is rounded (methods 0.2).
    const found = answerOf('solana', solanaNodes([says, says, says]))
    expect(found).toMatchObject({ chainId: null, gasPriceGwei: 7_400, baseFeeGwei: 5_000, txCostUsd: 0.001128 })
    expect(answerOf('solana', solanaNodes([1, 2, 3].map(() => ({ priorities: [0, 0] })))).gasPriceGwei).toBe(5_000)
  })

  test('of Arbitrum: the floor of 0.01 gwei is not zero', () => {
    const found = answerOf(
      'arbitrum',
      nodes(
        'arbitrum',
        [1, 2, 3].map(() => ({ gwei: 0.01 })),
      ),
    )
    expect(found).toMatchObject({ gasPriceGwei: 0.01, txCostUsd: 0.000662 })
    expect(found.note).toBe('execution gas only, without the layer-1 data fee')
  })

  test('are three of the preferred nodes, however many answer', () => {
    const five = [1, 2, 3, 4, 5].map((each) => ({ gwei: 1 + each / 100 }))
    const found = answerOf('ethereum', nodes('ethereum', five))
    expect(found).toMatchObject({ gasPriceGwei: 1.02, sourceCount: 3, sources: ['blastapi', 'drpc', 'publicnode'] })
  })

  test('lose confidence with age: three quarters at 26.25 s, a third of it with one node less', () => {
    const aged = ETHEREUM.map((each) => ({ ...each, ageMs: 26_250 }))
    expect(answerOf('ethereum', nodes('ethereum', aged)).confidence).toBe(0.75)
    expect(answerOf('ethereum', nodes('ethereum', aged.slice(1))).confidence).toBe(0.5)
  })
})

describe('a node that is wrong moves nothing', () => {
  const honest: readonly (NodeSays | null)[] = [{ gwei: 1.203 }, { gwei: 1.203 }]

  test.each<readonly [string, NodeSays | null]>([
    ['of another chain', { gwei: 1.9, chainId: '137' }],
    ['a thousand times as dear', { gwei: 1_203 }],
    ['a thousandth as dear', { gwei: 0.001203 }],
    ['two minutes behind', { gwei: 1.9, behindMs: 124_000 }],
    ['with a block of the future', { gwei: 1.9, behindMs: -120_000 }],
    ['last heard a minute ago', { gwei: 1.9, ageMs: 60_000 }],
    ['that never answered', null],
  ])('%s', (_what, wrong) => {
    for (const at of [0, 1, 2]) {
      const found = answerOf('base', nodes('base', honest.toSpliced(at, 0, wrong)))
      expect(found).toMatchObject({ gasPriceGwei: 1.203, sourceCount: 2, degraded: true })
    }
  })

  test('of Solana, far behind or far ahead of the others', () => {
    const slot = 380_000_000
    const says = [
      { priorities: [100], slot },
      { priorities: [100], slot: slot + 3 },
    ]
    for (const wrong of [slot - 400, slot + 1_000_000]) {
      const found = answerOf('solana', solanaNodes([{ priorities: [120], slot: wrong }, ...says]))
      expect(found).toMatchObject({ gasPriceGwei: 5_020, sources: ['drpc', 'publicnode'] })
    }
    // Of two, the one further on is the better one.
    const two = solanaNodes([{ priorities: [120], slot: slot - 1_000 }, says[0]!, says[1]!])
    expect(answerOf('solana', two).sources).toEqual(['drpc', 'publicnode'])
  })

  test('read half a minute later than the others, where the chain goes on, is not wrong', () => {
    const found = answerOf('base', nodes('base', [{ gwei: 1, ageMs: 31_000 }, { gwei: 1 }, { gwei: 1 }]))
    expect(found.sourceCount).toBe(3)
  })
})

describe('one node alone', () => {
  const alone = (gwei: number) => nodes('base', [{ gwei }])
  const before = (gwei: number | null, ageMs = 60_000): Earlier => ({
    timestamp: OPEN / 1_000 - 30,
    content: {},
    carry: {
      agreed: gwei === null ? null : { gwei, at: OPEN - ageMs },
      progress: null,
      gasPriceGwei: 1,
      txCostUsd: 1,
      degraded: false,
      confidence: 1,
      readAt: OPEN - 30_000,
    },
  })

  test('is believed within a factor of three of what two made, for an hour', () => {
    expect(answerOf('base', alone(2.9), { previous: before(1) })).toMatchObject({ gasPriceGwei: 2.9, confidence: 0.33 })
    for (const previous of [null, before(null), before(1, 3_600_001), before(9), before(0.9)])
      expect(concludeOf('base', alone(2.9), { previous })).toEqual({ kind: 'quorum_missed', have: 1, need: 2 })
  })

  test('does not walk away: its own price is not what the next one is compared with', () => {
    const found = concludeOf('base', alone(2.9), { previous: before(1) })
    expect(found).toMatchObject({ carry: { agreed: { gwei: 1 } } })
  })
})

describe('there is no price', () => {
  test('of nobody, and of two that contradict each other', () => {
    expect(concludeOf('base', new Map())).toEqual({ kind: 'quorum_missed', have: 0, need: 1 })
    expect(concludeOf('base', nodes('base', [{ gwei: 1 }, { gwei: 1_000 }]))).toMatchObject({ kind: 'quorum_missed' })
  })

  test('without a coin price of the last two minutes', () => {
    const states = nodes('ethereum', ETHEREUM)
    for (const earlier of [{}, { 'price/spot/ETH-USD': coinPrice('3150.25', 120_001) }])
      expect(concludeOf('ethereum', states, { earlier })).toEqual({ kind: 'input_missing', input: 'ETH/USD' })
  })

  test('that six digits would show as free', () => {
    const states = nodes(
      'optimism',
      [1, 2, 3].map(() => ({ gwei: 4e-7 })),
    )
    expect(concludeOf('optimism', states).kind).toBe('input_missing')
  })
})

test('the string is that of interface 3.12, to the letter', () => {
  const content = answerOf('ethereum', nodes('ethereum', ETHEREUM))
  const { canonical, tokens } = gas.sale
  expect(canonical.write(tokens(content), { timestamp: 1_795_000_005, nonce: 123_456 })).toBe(
    'v1|GAS|ethereum|1.203000|1.100000|0.079585|3150.25|blastapi,drpc,publicnode|median|1795000005',
  )
})
