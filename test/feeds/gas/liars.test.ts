import { describe, expect, test } from 'bun:test'
import type { Earlier } from '../../../src/feeds/feed.ts'
import type { GasAnswer } from '../../../src/feeds/gas/gas-answer.ts'
import { gas } from '../../../src/feeds/gas/gas.feed.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { coinPrice, type NodeSays, nodes, solanaNodes } from '../../support/feeds/gas.ts'
import { lookAt, OPEN, type States } from '../../support/feeds/market.ts'

/** Nodes that lie over many ticks, alone and together. Each tick is concluded from the one before. */

const TICK_MS = 30_000

/** Ticks of one chain, each with what its nodes say then. */
const ticks = (chain: string) => {
  let previous: Earlier | null = null
  let now = OPEN
  const conclude = (states: States) => {
    const coin = coinPrice('2.00', 1_000, now)
    const earlier = { 'price/spot/ETH-USD': coin, 'price/spot/SOL-USD': coin, 'native/POL-USD': coin }
    const found = gas.conclude(registry.item(`gas/chain/${chain}`)!.subject, lookAt(states, now, { earlier, previous }))
    if (found.kind !== 'concluded') return null
    const content = found.content as GasAnswer
    previous = { timestamp: now / 1_000, content: found.content as Earlier['content'], carry: found.carry }
    return content
  }
  return {
    wait: (ms: number): void => void (now += ms),
    conclude: (says: (now: number) => States): GasAnswer | null => {
      now += TICK_MS
      return conclude(says(now))
    },
  }
}

const evm =
  (...says: readonly (NodeSays | null)[]) =>
  (now: number): States =>
    nodes('base', says, now)
const once = (...says: readonly (NodeSays | null)[]) => ticks('base').conclude(evm(...says))
const wide = (...says: readonly (NodeSays | null)[]) =>
  ticks('ethereum').conclude((now) => nodes('ethereum', says, now))

const HONEST = { gwei: 1, baseGwei: 0.8 }

describe('a base fee', () => {
  test('above what the node says that gas costs is one of the two wrong', () => {
    expect(once({ gwei: 1.4, baseGwei: 2.9 }, HONEST, HONEST)).toMatchObject({
      sourceCount: 2,
      missing: expect.arrayContaining(['base']),
    })
    expect(once({ gwei: 1.05, baseGwei: 2.2 }, HONEST, HONEST)!.sources).toEqual(['drpc', 'publicnode'])
    // Half of it may be: blocks lie between.
    expect(once({ gwei: 0.9, baseGwei: 1.7 }, HONEST, HONEST)!.sources).toContain('base')
  })

  test.each([0, 0.08, 2.5])('of %d gwei, far from the others, is not printed', (baseGwei) => {
    for (const at of [0, 1, 2]) {
      const found = once(...[HONEST, HONEST].toSpliced(at, 0, { gwei: 1.3, baseGwei }))!
      expect([found.baseFeeGwei, found.gasPriceGwei, found.sourceCount]).toEqual([0.8, 1, 2])
    }
  })

  test('about which two differ makes no price of two', () => {
    expect(once(HONEST, { gwei: 1, baseGwei: 0.39 })).toBeNull()
    expect(once(HONEST, { gwei: 1, baseGwei: 0.41 })).toMatchObject({ baseFeeGwei: 0.605 })
  })
})

describe('two of three that stand still together', () => {
  test('do not outvote a young block, from the first tick on', () => {
    const old = { gwei: 1.4, baseGwei: 1.2, behindMs: 600_000 }
    const one = ticks('base')
    expect(one.conclude(evm(HONEST, HONEST, HONEST))!.sourceCount).toBe(3)
    expect(one.conclude(evm(old, old, HONEST))).toMatchObject({ gasPriceGwei: 1, sources: ['drpc'], confidence: 0.33 })
    expect(once(old, old, old)).toBeNull()
    expect(once({ ...HONEST, behindMs: 60_000 }, HONEST)!.sourceCount).toBe(2)
    expect(once({ ...HONEST, behindMs: 61_000 }, HONEST, HONEST)!.sourceCount).toBe(2)
  })

  test('of Solana neither, once they have lost a minute, however long they stand', () => {
    const one = ticks('solana')
    const slotAt = (now: number) => Math.floor((now - OPEN) / 400) + 380_000_000
    const young = (now: number) => ({ priorities: [1_000], slot: slotAt(now) })
    const still = { priorities: [90_000], slot: slotAt(OPEN + TICK_MS) }
    expect(one.conclude((now) => solanaNodes([young(now), young(now), young(now)], now))!.gasPriceGwei).toBe(5_200)
    const found = Array.from({ length: 12 }, () => one.conclude((now) => solanaNodes([still, still, young(now)], now)))
    // Behind by 30 and 60 s, and then by more than a minute and what a chain may drift.
    expect(found.slice(3).every((each) => each === null || each.sources.join() === 'drpc')).toBe(true)
    expect(found.at(-1)).toBeNull()
  })

  test('nor may one that is alone stand still', () => {
    const one = ticks('solana')
    const slot = 380_000_000
    const says = { priorities: [1_000], slot }
    expect(one.conclude((now) => solanaNodes([says, says, says], now))!.sourceCount).toBe(3)
    const alone = () => one.conclude((now) => solanaNodes([says], now))
    expect([alone(), alone(), alone(), alone()].map((each) => each?.sourceCount ?? 0)).toEqual([1, 1, 0, 0])
  })
})

describe('a chain of Solana', () => {
  const slotAt = (now: number) => Math.floor((now - OPEN) / 400) + 380_000_000

  test('may drift by a few hundredths for an hour', () => {
    const one = ticks('solana')
    for (let at = 0; at < 120; at++) {
      const says = (now: number) => ({ priorities: [0], slot: 380_000_000 + Math.floor((now - OPEN) / 425) })
      expect(one.conclude((now) => solanaNodes([says(now), says(now), says(now)], now))!.sourceCount).toBe(3)
    }
  })

  test('is not led away by a node that runs ahead a little more each tick', () => {
    const one = ticks('solana')
    for (let at = 0; at < 40; at++) {
      const found = one.conclude((now) => {
        const honest = { priorities: [1_000], slot: slotAt(now) }
        return solanaNodes([{ priorities: [9_000], slot: slotAt(now) + at * 100 }, honest, honest], now)
      })!
      expect([found.gasPriceGwei, found.sources.includes('drpc')]).toEqual([5_200, true])
    }
  })

  test('is not led away by two that run ahead together', () => {
    const one = ticks('solana')
    const sources = Array.from({ length: 20 }, (_, at) =>
      one
        .conclude((now) => {
          const ahead = { priorities: [9_000], slot: slotAt(now) + at * 100 }
          return solanaNodes([ahead, ahead, { priorities: [1_000], slot: slotAt(now) }], now)
        })
        ?.sources.join(),
    )
    expect([sources[0], sources[10]]).toEqual(['drpc,publicnode,solana', 'drpc'])
  })

  test('that stood still has a price again after an hour', () => {
    const one = ticks('solana')
    const told = (lostMs: number) => (now: number) => {
      const says = { priorities: [1_000], slot: slotAt(now - lostMs) }
      return solanaNodes([says, says, says], now)
    }
    expect(one.conclude(told(0))!.sourceCount).toBe(3)
    one.wait(600_000)
    expect(one.conclude(told(600_000))).toBeNull()
    one.wait(2_900_000)
    expect(one.conclude(told(600_000))).toBeNull()
    one.wait(100_000)
    expect(one.conclude(told(600_000))!.sourceCount).toBe(3)
  })

  test('has no price by fees of other slots', () => {
    const honest = { priorities: [1_000], slot: 380_000_000 }
    const found = (feeSlot: number) =>
      ticks('solana').conclude((now) => solanaNodes([{ ...honest, feeSlot }, honest, honest], now))!.sourceCount
    expect([found(380_000_000 - 150), found(380_000_000 - 151), found(380_000_151)]).toEqual([3, 2, 2])
  })
})

describe('a price that walks by three hundredths a tick', () => {
  test('at one of three moves nothing, and is left out when the others stand together', () => {
    const one = ticks('base')
    for (let at = 0; at < 60; at++) {
      const walking = { gwei: 1.03 ** at, baseGwei: 0.8 }
      const found = one.conclude(evm(walking, HONEST, { ...HONEST, gwei: 1.01 }))!
      expect(found.gasPriceGwei).toBeLessThanOrEqual(1.01)
      expect(found.sources.includes('base')).toBe(1.03 ** at <= 3 * 1.01)
    }
  })

  test('at one of two leads the price no further than their agreement, and then loses it', () => {
    const one = ticks('base')
    const found = Array.from({ length: 60 }, (_, at) => one.conclude(evm({ gwei: 1.03 ** at, baseGwei: 0.8 }, HONEST)))
    expect(Math.max(...found.map((each) => each?.gasPriceGwei ?? 0))).toBeLessThanOrEqual(1.25)
    expect(found.at(-1)).toMatchObject({ sources: ['publicnode'], gasPriceGwei: 1, confidence: 0.33, degraded: true })
  })

  test('at the one that is left goes no further than threefold', () => {
    const one = ticks('base')
    one.conclude(evm(HONEST, HONEST))
    const found = Array.from({ length: 60 }, (_, at) => one.conclude(evm({ gwei: 1.03 ** at, baseGwei: 0.8 })))
    expect(found.map((each) => each !== null).lastIndexOf(true)).toBe(37)
  })
})

describe('a base fee that one alone tells', () => {
  const after = (...says: readonly NodeSays[]) => {
    const one = ticks('base')
    one.conclude(evm(HONEST, HONEST))
    return one.conclude(evm(...says))
  }

  test.each([0, 0.08, 0.26])('of %d gwei is not printed: two told another one within the hour', (baseGwei) => {
    expect(after({ gwei: 1, baseGwei })).toBeNull()
    // Nor where two contradict each other, and one of them has the last price.
    expect(after({ gwei: 1, baseGwei }, { gwei: 1.2, baseGwei: 0.8 })).toMatchObject({
      baseFeeGwei: 0.8,
      sources: ['publicnode'],
    })
  })

  test('may have moved as far as a price', () => {
    expect(after({ gwei: 1.5, baseGwei: 2.4 })).toMatchObject({ baseFeeGwei: 2.4, confidence: 0.33 })
    expect(after({ gwei: 1.5, baseGwei: 2.41 })).toBeNull()
    expect(after({ gwei: 1, baseGwei: 0.27 })).toMatchObject({ baseFeeGwei: 0.27 })
  })

  test('is not measured by a price that an earlier release has kept', () => {
    const states = nodes('base', [{ gwei: 1, baseGwei: 0.1 }], OPEN)
    const carry = {
      agreed: { gwei: 1, at: OPEN - 30_000 },
      progress: null,
      gasPriceGwei: 1,
      txCostUsd: 1,
      degraded: false,
      confidence: 1,
      readAt: OPEN,
    }
    const previous = { timestamp: OPEN / 1_000 - 30, content: {}, carry }
    const earlier = { 'price/spot/ETH-USD': coinPrice('2.00', 1_000, OPEN) }
    const found = gas.conclude(registry.item('gas/chain/base')!.subject, lookAt(states, OPEN, { earlier, previous }))
    expect(found).toMatchObject({ kind: 'concluded', content: { baseFeeGwei: 0.1 } })
  })
})

describe('several that lie', () => {
  const lie = { gwei: 2.9, baseGwei: 0.8 }

  test('by a factor within the guard: two of five do not make the price though they stand first', () => {
    expect(wide(lie, lie, HONEST, HONEST, HONEST)).toMatchObject({
      gasPriceGwei: 1,
      sources: ['1rpc', 'blastapi', 'meowrpc'],
      degraded: false,
    })
  })

  test('two of four are as many as the others: nobody is believed without a last price', () => {
    expect(wide(lie, lie, HONEST, HONEST)).toBeNull()
    const one = ticks('ethereum')
    one.conclude((now) => nodes('ethereum', [HONEST, HONEST, HONEST], now))
    const found = one.conclude((now) => nodes('ethereum', [lie, lie, HONEST, HONEST], now))
    expect(found).toMatchObject({ gasPriceGwei: 1, sources: ['blastapi'], confidence: 0.33 })
  })

  test('of two that differ by more than a half the mean is nobody’s price', () => {
    expect(once(HONEST, { gwei: 1.5, baseGwei: 0.8 })).toMatchObject({ gasPriceGwei: 1.25 })
    expect(once(HONEST, { gwei: 1.51, baseGwei: 0.8 })).toBeNull()
  })

  test('of three that are each more than tenfold apart none is believed', () => {
    expect(once(...[0.05, 1, 20].map((gwei) => ({ gwei, baseGwei: 0.01 })))).toBeNull()
  })

  test('three that differ make the middle one, and no agreement to measure one alone by', () => {
    const one = ticks('base')
    const apart = [0.3, 1, 2.9].map((gwei) => ({ gwei, baseGwei: 0.1 }))
    expect(one.conclude(evm(...apart))).toMatchObject({ gasPriceGwei: 1, sourceCount: 3 })
    expect(one.conclude(evm(HONEST))).toBeNull()
  })
})

test.each([2, 3])('of %d nodes a block number that one alone tells is not repeated', (count) => {
  const found = ticks('base').conclude((now) => {
    const says = Array.from({ length: count }, () => HONEST)
    const states = nodes('base', says, now) as Map<string, { said: { head: object } }>
    const [first] = states.values()
    Object.assign(first!.said.head, { number: 99_000_000 })
    return states
  })
  expect(found!.blockNumber).toBe(24_000_000)
})

test('the chain must be named as late as the price: an older word is none', () => {
  const late = (ageMs: number) =>
    ticks('base').conclude((now) => {
      const states = nodes('base', [HONEST, HONEST, HONEST], now) as Map<string, { at: { chainId: number } }>
      const [first] = states.values()
      first!.at.chainId = now - ageMs
      return states
    })!.sourceCount
  expect([late(59_000), late(60_000), late(3_000_000)]).toEqual([3, 2, 2])
})

test('a clock of the chain that is fast by more than a quarter of a minute has no time', () => {
  const ahead = (ms: number) => once({ ...HONEST, behindMs: -ms }, HONEST, HONEST)!.sourceCount
  expect([ahead(15_000), ahead(15_001)]).toEqual([3, 2])
})
