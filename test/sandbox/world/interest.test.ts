import { describe, expect, test } from 'bun:test'
import { INTEREST_BOARDS } from '../../../src/feeds/boards/interest-boards.ts'
import { PERPETUAL_BOARDS } from '../../../src/feeds/boards/perpetual-boards.ts'
import { BasisAnswer } from '../../../src/feeds/derivatives/basis-answer.ts'
import { concludeBasis } from '../../../src/feeds/derivatives/conclude-basis.ts'
import { concludeInterest } from '../../../src/feeds/derivatives/conclude-interest.ts'
import { InterestAnswer } from '../../../src/feeds/derivatives/interest-answer.ts'
import type { InterestCarry } from '../../../src/feeds/derivatives/interest-carry.ts'
import { PERPETUAL_SUBJECTS } from '../../../src/feeds/derivatives/perpetual-subjects.ts'
import { contentOf } from '../../support/feeds/content-of.ts'
import { lookAt } from '../../support/feeds/market.ts'
import { polledBoards } from '../../support/polled-world.ts'
import { type Stage, stage } from '../../support/sandbox/world/still-world.ts'

const MINUTE = 60_000

/** Open interest and basis over the simulated world, with the real readers, the real poll and their own last tick. */
const oracle = (on: Stage) => {
  const world = polledBoards(on)
  const carried = new Map<string, InterestCarry>()
  const poll = async () => {
    for (const board of PERPETUAL_BOARDS.values()) await world.poll(board)
  }
  return {
    poll,
    tell: async () => {
      for (const board of INTEREST_BOARDS.values()) await world.poll(board)
    },
    /** So many steps of five minutes, each with a poll. */
    pass: async (steps: number) => {
      for (let step = 0; step < steps; step++) {
        on.clock.move(5 * MINUTE)
        await poll()
      }
    },
    interest: (subject = PERPETUAL_SUBJECTS[0]!) => {
      const now = on.clock.now()
      const carry = carried.get(subject.key)
      const previous = carry ? { timestamp: Math.floor(now / 1_000) - 60, content: {}, carry } : null
      const found = concludeInterest(subject, { ...lookAt(world.states, now), previous })
      if (found.kind === 'concluded') carried.set(subject.key, found.carry)
      return contentOf(InterestAnswer, found)
    },
    basis: (subject = PERPETUAL_SUBJECTS[0]!) =>
      contentOf(BasisAnswer, concludeBasis(subject, lookAt(world.states, on.clock.now()))),
  }
}

describe('open interest in the simulated world', () => {
  test('is whole after one poll, about every coin; its changes are not, since two venues are not the market', async () => {
    const on = stage({ volatility: 0 })
    const { poll, tell, interest } = oracle(on)
    await poll()
    await tell()
    const levels = on.world.market.levels()
    for (const subject of PERPETUAL_SUBJECTS) {
      const found = interest(subject)
      expect(found).toMatchObject({
        pair: subject.domain,
        exchange_count: 9,
        missing: [],
        confidence: 1,
        degraded: false,
      })
      const coin = subject.key.slice(0, 3)
      expect(found.total_oi_coins / (levels[`oi.${coin}`] ?? Number.NaN)).toBeWithin(0.95, 1.01)
      expect(found.delta_venues['24h']).toEqual(['binance', 'bybit'])
      expect([found.delta_1h_pct, found.delta_4h_pct, found.delta_24h_pct]).toEqual([null, null, null])
    }
  })

  test('changes with the market once an hour was watched, and not with a venue that falls silent', async () => {
    const on = stage({ volatility: 0 })
    const { poll, tell, pass, interest } = oracle(on)
    await poll()
    await tell()
    await pass(12)
    const before = interest()
    expect(before.delta_1h_pct).toBeWithin(-0.1, 0.1)
    expect(before.delta_venues['1h'].length).toBe(9)
    on.world.market.shock('oi.BTC', 0.9)
    await pass(1)
    expect(interest().delta_1h_pct).toBeWithin(-10.1, -9.9)
    await on.post({ halt: ['binancefutures'] })
    await pass(3)
    const without = interest()
    expect(without.missing).toEqual(['binance'])
    expect(without.total_oi_usd / before.total_oi_usd).toBeWithin(0.61, 0.64)
    expect(without.delta_1h_pct).toBeWithin(-10.1, -9.9)
    expect(without.coverage).toBeWithin(0.68, 0.7)
    expect(without).toMatchObject({ degraded: true, rejected: [] })
  })

  test('takes in no venue whose prices are a hundred times too high', async () => {
    const on = stage({ volatility: 0 })
    const { poll, pass, interest } = oracle(on)
    await poll()
    const honest = interest()
    await on.post({ lie: { binancefutures: 100 } })
    await pass(1)
    const found = interest()
    expect(found).toMatchObject({ rejected: ['binance'], missing: ['binance'] })
    expect(found.total_oi_usd / honest.total_oi_usd).toBeWithin(0.68, 0.71)
  })
})

describe('the basis in the simulated world', () => {
  test('is whole after one poll, and follows the perpetual under its spot', async () => {
    const on = stage({ volatility: 0 })
    const { poll, pass, basis } = oracle(on)
    await poll()
    for (const subject of PERPETUAL_SUBJECTS)
      expect(basis(subject)).toMatchObject({ pair: subject.domain, exchange_count: 8, missing: [], degraded: false })
    const ratio = on.world.market.levels()['perp.BTC'] ?? Number.NaN
    expect(basis().median_bps).toBeWithin(1e4 * (ratio - 1) - 0.3, 1e4 * (ratio - 1) + 0.3)
    on.world.market.set('perp.BTC', 0.999)
    await pass(1)
    expect(basis().median_bps).toBeWithin(-10.3, -9.7)
    expect(basis().regime).toBe('BACKWARDATION')
  })

  test('is not moved by a venue whose prices are wrong: mark and index are wrong together', async () => {
    // The market moves here: an index that stands still for ten minutes does not enter.
    const on = stage()
    const { poll, pass, basis } = oracle(on)
    await poll()
    await on.post({ lie: { okx: 1.05 }, freeze: ['bitget'], garbage: ['gate'] })
    await pass(3)
    const found = basis()
    const ratio = on.world.market.levels()['perp.BTC'] ?? Number.NaN
    expect(found.median_bps).toBeWithin(1e4 * (ratio - 1) - 0.5, 1e4 * (ratio - 1) + 0.5)
    expect(found).toMatchObject({ missing: ['bitget', 'gateio'], exchange_count: 6 })
  })

  test('is not told of a market that stands still', async () => {
    const on = stage({ volatility: 0 })
    const { poll, pass, basis } = oracle(on)
    await poll()
    await pass(2)
    expect(basis()).toMatchObject({ exchange_count: 8 })
    await pass(1)
    expect(basis).toThrow('quorum_missed')
  })
})
