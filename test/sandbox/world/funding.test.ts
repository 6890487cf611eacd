import { describe, expect, test } from 'bun:test'
import { PERPETUAL_BOARDS } from '../../../src/feeds/boards/perpetual-boards.ts'
import { FUNDING_PAID_BOARDS } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { concludeFunding } from '../../../src/feeds/derivatives/conclude-funding.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'
import { polledWorld } from '../../support/polled-world.ts'

/** The boards of perpetuals over the simulated world, with the real readers and the real poll. */
const oracle = (on: Stage) => {
  const world = polledWorld(on)
  const poll = async () => {
    const boards = [...PERPETUAL_BOARDS.values(), ...FUNDING_PAID_BOARDS.values()]
    await Promise.all(boards.map((board) => world.poll(board)))
  }
  const conclude = (at = 0) => concludeFunding(PERPETUAL_SUBJECTS[at]!, lookAt(world.states, on.clock.now()))
  return { poll, conclude }
}

describe('funding in the simulated world', () => {
  test('is whole after one poll: nine venues, three days behind it', async () => {
    const on = stage()
    // Some venues settle an hour with the first block after it.
    on.clock.move(1_000)
    const { poll, conclude } = oracle(on)
    await poll()
    for (const [at, { domain }] of PERPETUAL_SUBJECTS.entries())
      expect(conclude(at)).toMatchObject({
        kind: 'concluded',
        content: { pair: domain, exchange_count: 9, missing: [], confidence: 1, history_hours: 72, regime: 'NEUTRAL' },
      })
  })

  test('follows the perpetual under its spot, and the score with it', async () => {
    const on = stage({ volatility: 0 })
    const { poll, conclude } = oracle(on)
    await poll()
    on.world.market.set('perp.BTC', 0.998)
    on.clock.move(60_000)
    await poll()
    const found = conclude()
    if (found.kind !== 'concluded') throw new Error(found.kind)
    expect(found.content).toMatchObject({ regime: 'EXTREME_BACKWARDATION', exchange_count: 9 })
    expect(found.content.composite_rate_8h).toBeCloseTo(0.00004 - 0.3 * 0.002, 4)
    expect(found.content.zscore_3d).toBeLessThan(-5)
    expect(conclude(1)).toMatchObject({ content: { regime: 'NEUTRAL' } })
  })

  test('lives with five venues gone, and stops with a sixth', async () => {
    const on = stage()
    const { poll, conclude } = oracle(on)
    await poll()
    await on.post({ halt: ['binancefutures', 'bybit', 'okx'], garbage: ['gate'], freeze: ['bitget'] })
    for (let minute = 0; minute < 31; minute++) {
      on.clock.move(60_000)
      await poll()
    }
    expect(conclude()).toMatchObject({
      content: {
        sources: ['deribit', 'dydx', 'hyperliquid', 'kraken'],
        missing: ['binance', 'bitget', 'bybit', 'gateio', 'okx'],
        confidence: 0.44,
      },
    })
    await on.post({ status: { hyperliquid: 500 } })
    for (let minute = 0; minute < 31; minute++) {
      on.clock.move(60_000)
      await poll()
    }
    expect(conclude()).toEqual({ kind: 'quorum_missed', have: 3, need: 4 })
    await on.post({ clear: true })
    on.clock.move(60_000)
    await poll()
    expect(conclude()).toMatchObject({ content: { exchange_count: 9, missing: [] } })
  })

  test('is not moved by venues whose prices are wrong: rates are not prices', async () => {
    const on = stage({ volatility: 0 })
    const { poll, conclude } = oracle(on)
    await on.post({ lie: { krakenfutures: 1.05, deribit: 0.9, okx: 2 } })
    await poll()
    const found = conclude()
    if (found.kind !== 'concluded') throw new Error(found.kind)
    expect(found.content.divergence.bps).toBeLessThan(0.5)
  })
})
