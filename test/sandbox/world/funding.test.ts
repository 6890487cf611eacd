import { describe, expect, test } from 'bun:test'
import { pollBoard } from '../../../src/actors/publisher/polled.ts'
import type { AnyBoard, Board } from '../../../src/feeds/board.ts'
import { PERPETUAL_BOARDS } from '../../../src/feeds/boards/perpetual-boards.ts'
import { FUNDING_PAID_BOARDS } from '../../../src/feeds/boards/funding-paid-boards.ts'
import { concludeFunding } from '../../../src/feeds/derivatives/conclude-funding.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import type { Net } from '../../../src/ports.ts'
import type { BoardStore, StoredBoard } from '../../../src/store/published/boards.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'

/** The boards of perpetuals over the simulated world, with the real readers and the real poll. */
const oracle = (on: Stage) => {
  const kept = new Map<string, StoredBoard>()
  const store: BoardStore = {
    read: async (ids) => ids.map((id) => kept.get(id) ?? null),
    write: async (id, at, state) => {
      kept.set(id, { at, state: JSON.parse(JSON.stringify(state)) as unknown })
      return true
    },
  }
  const net: Net = {
    ask: async ({ provider, path, method = 'GET', body }) => {
      const url = `http://127.0.0.1/${new URL(provider.origin).host}${path}`
      const reply = await on.world.handle(new Request(url, { method, ...(body !== undefined && { body }) }))
      if (reply?.status !== 200) return { ok: false, failure: { kind: 'status', status: reply?.status ?? 0 } }
      return { ok: true, body: await reply.text(), receivedAt: on.clock.now(), tookMs: 1 }
    },
  }
  const poll = async () => {
    const boards = [...PERPETUAL_BOARDS.values(), ...FUNDING_PAID_BOARDS.values()] as unknown as readonly (AnyBoard &
      Board<never>)[]
    await Promise.all(boards.map((board) => pollBoard(board, net, store, on.clock.now())))
  }
  const conclude = (at = 0) =>
    concludeFunding(
      PERPETUAL_SUBJECTS[at]!,
      lookAt(new Map([...kept].map(([id, { state }]) => [id, state])), on.clock.now()),
    )
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
