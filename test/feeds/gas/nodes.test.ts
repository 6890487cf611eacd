import { describe, expect, test } from 'bun:test'
import { gas } from '../../../src/feeds/gas/gas.feed.ts'
import type { GasAnswer } from '../../../src/feeds/gas/gas-answer.ts'
import { boardsOf, nodesOf } from '../../../src/feeds/gas/node-readings.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { GasChain } from '../../../src/sources/rpc/rpc-hosts.ts'
import { coinPrice } from '../../support/feeds/gas.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { stage } from '../../support/sandbox/world/still-world.ts'

/** Nodes of the simulated world, asked by the real readers. */

const start = async () => {
  const on = stage()
  await on.post({ volatility: 0 })
  const world = polledBoards(on)
  return {
    on,
    world,
    poll: async (chain: GasChain) => {
      for (const board of boardsOf(chain)) await world.poll(board)
    },
    conclude: (chain: GasChain): GasAnswer => {
      const now = on.clock.now()
      const [eth, sol] = [coinPrice('3400.00', 1_000, now), coinPrice('180.00', 1_000, now)]
      const earlier = {
        'price/spot/ETH-USD': eth,
        'price/spot/SOL-USD': sol,
        'native/POL-USD': coinPrice('0.2300', 1_000, now),
      }
      const found = gas.conclude(registry.item(`gas/chain/${chain}`)!.subject, lookAt(world.states, now, { earlier }))
      if (found.kind !== 'concluded') throw new Error(JSON.stringify(found))
      return found.content as GasAnswer
    },
  }
}

test.each([
  ['ethereum', 1.2, 1.104],
  ['base', 0.006, 0.0051],
  ['arbitrum', 0.012, 0.012],
  ['polygon', 30, 0.0003],
  ['optimism', 0.0012, 0.00036],
  ['solana', 7_400, 5_000],
] as const)('%s is read as it stands, from three nodes', async (chain, gwei, base) => {
  const { poll, conclude } = await start()
  await poll(chain)
  const found = conclude(chain)
  expect(found).toMatchObject({ sourceCount: 3, degraded: false })
  expect(Math.abs(found.gasPriceGwei / gwei - 1)).toBeLessThan(0.02)
  expect(Math.abs(found.baseFeeGwei / base - 1)).toBeLessThan(0.001)
})

describe('one node of three is wrong: it is left out, and the number stays', () => {
  test.each([
    ['of another chain', { chain: { 'publicnode-arbitrum': 137 } }],
    ['a minute behind', { stale: { 'publicnode-arbitrum': 120_000 } }],
    ['a thousand times as dear', { lie: { 'publicnode-arbitrum': 1_000 } }],
    ['that says nothing', { halt: ['publicnode-arbitrum'] }],
    ['that answers with a page', { garbage: ['publicnode-arbitrum'] }],
  ])('%s', async (_what, fault) => {
    const { on, poll, conclude } = await start()
    await poll('arbitrum')
    const honest = conclude('arbitrum')
    expect((await on.post(fault)).status).toBe(200)
    on.clock.move(30_000)
    // The nodes are asked in turns of a tick, and the last word of one that is silent lives for a minute.
    await poll('arbitrum')
    on.clock.move(60_000)
    await poll('arbitrum')
    const found = conclude('arbitrum')
    expect(found).toMatchObject({ sources: ['arbitrum', 'drpc'], missing: ['publicnode'] })
    expect(Math.abs(found.gasPriceGwei / honest.gasPriceGwei - 1)).toBeLessThan(0.01)
  })
})

describe('how a node is asked', () => {
  const pollsOf = async (chain: GasChain, operator: string) => {
    const { on, world } = await start()
    const { board } = nodesOf(chain).find((each) => each.operator === operator)!
    const poll = async () => {
      const before = world.asked.length
      const outcome = await world.poll(board)
      return [outcome.kind, world.asked.length - before] as const
    }
    return { on, poll }
  }

  test.each([
    ['polygon', 'publicnode', 1],
    ['polygon', 'polygon', 3],
    ['polygon', '1rpc', 3],
    ['solana', 'solana', 1],
  ] as const)('of %s at %s: in both ways at first and each hour, then in %d', async (chain, operator, requests) => {
    const { on, poll } = await pollsOf(chain, operator)
    const both = chain === 'solana' ? 3 : 4
    expect(await poll()).toEqual(['published', both])
    for (let at = 0; at < 3; at++) {
      on.clock.move(30_000)
      expect(await poll()).toEqual(['published', requests])
    }
    on.clock.move(3_600_000)
    expect(await poll()).toEqual(['published', both])
  })

  test('in both ways again after silence', async () => {
    const { on, poll } = await pollsOf('base', 'drpc')
    await poll()
    await on.post({ halt: ['drpc-base'] })
    for (const [wait, requests] of [
      [30_000, 1],
      [30_000, 1],
      [31_000, 4],
    ] as const) {
      on.clock.move(wait)
      expect(await poll()).toEqual(['declined', requests])
    }
  })
})
