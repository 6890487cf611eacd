import { describe, expect, test } from 'bun:test'
import { runAsk } from '../../../src/actors/publisher/dispatch.ts'
import { concludeOutOfTurn } from '../../../src/actors/publisher/out-of-turn.ts'
import type { ActorContext } from '../../../src/actors/publisher/context.ts'
import type { DlcPair } from '../../../src/dlc/terms/pairs.ts'
import { registry } from '../../../src/feeds/registry.ts'
import { type EventStore, eventStore } from '../../../src/store/events/events.ts'
import type { Store } from '../../../src/store/store.ts'
import { CLOSED, gold, OPEN, type States, tickers } from '../../support/feeds/market.ts'
import { open, threshold } from '../../support/store/dlc-events.ts'
import { freshRedis } from '../../support/redis.ts'
import { keptLog, stillClock } from '../../support/still.ts'
import { ANY_TIME, clockAt } from '../../support/store-clocks.ts'
import type { Snapshot } from '../../../src/canonical/snapshot.ts'
import { partOf } from '../../support/part-of.ts'

/** A price for a contract that is being cancelled. */

const stack = await freshRedis()
const events = eventStore(stack.redis, ANY_TIME)

const VENUES = ['coinbase', 'kraken', 'bitstamp', 'gemini', 'bitfinex']
const market = (price: number, now: number) =>
  tickers(Object.fromEntries(VENUES.map((venue) => [venue, { 'ETH/USD': price }])), now)

const BEFORE_THE_CLOSE = CLOSED - 20 * 3_600_000

/** Boards as they lie in the store, and a price of gold that was left behind by the last open market. */
const contextOf = async (states: States, now: number, by = events) => {
  for (const [id, state] of states) await stack.store.boards.write(id, now, state)
  const carry = { value: 4_100, observedAt: BEFORE_THE_CLOSE, sources: ['goldapi'], confidence: 1 }
  const latestOf = async (actors: readonly string[]) =>
    actors.map((actor) =>
      partOf<Snapshot>({ actor, timestamp: BEFORE_THE_CLOSE / 1000, content: {}, carry, contentHash: 'ab' }),
    )
  const store: Store = { ...stack.store, events: by, snapshots: { ...stack.store.snapshots, latestOf } }
  return partOf<ActorContext>({
    registry,
    store,
    clock: stillClock(now),
    log: keptLog(),
    quorum: null,
    wake: () => {},
    mayAsk: () => true,
  })
}

const cancelling = async (id: string, pair: DlcPair, strike: string, now: number): Promise<void> => {
  await open(
    events,
    threshold({ id, pair, maturityTs: now / 1000 + 3600 }, { direction: 'above', strike }),
    id,
    now - 60_000,
  )
  expect(await events.holdCancellation(id, 'p', now, 'r')).toMatchObject({ kind: 'held' })
}

describe('a price out of turn', () => {
  test('is concluded from the boards of now, kept for the one contract, and settles nothing', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    await open(
      events,
      threshold({ id: 'T-2', pair: 'ETHUSD', maturityTs: OPEN / 1000 + 3600 }, { direction: 'above', strike: '3000' }),
      'T-2',
      OPEN - 60_000,
    )
    const context = await contextOf(market(3_450, OPEN), OPEN)
    expect(await concludeOutOfTurn(context, 'T-1', null)).toBe(OPEN)
    expect(await events.ticks.firstFrom('ETHUSD', 0)).toBeNull()
    expect(await events.ticks.lastBefore('ETHUSD', OPEN + 10_000)).toBeNull()
    expect(await events.ticks.progress('ETHUSD')).toMatchObject({ appended: 1, applied: 1 })
    expect([await events.isPending('T-1'), await events.isPending('T-2')]).toEqual([true, false])
  })

  test('keeps no price of the cadence out, not even one of an earlier moment', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN + 7), 'T-1', null)
    const told = await events.ticks.append('ETHUSD', { at: OPEN, price: '3450', sources: [] })
    expect(told).toEqual({ kind: 'appended', sequence: 2 })
    await Array.fromAsync(events.ticks.applyAll('ETHUSD', () => OPEN))
    expect(await events.ticks.progress('ETHUSD')).toMatchObject({ applied: 2, appliedAt: OPEN })
    await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN + 9), 'T-1', null)
    expect(await events.ticks.firstFrom('ETHUSD', OPEN)).toMatchObject({ sequence: 2, only: null })
    expect(await events.ticks.lastBefore('ETHUSD', OPEN + 60_000)).toMatchObject({ sequence: 2, only: null })
  })

  test('of a beat is of that moment, and waits for it where its own clock is behind', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    const context = await contextOf(market(3_450, OPEN), OPEN - 1_000)
    expect(await concludeOutOfTurn(context, 'T-1', OPEN)).toBe(OPEN)
    expect(context.clock.now()).toBe(OPEN)
    // A job that had to wait its turn.
    expect(await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN + 1_200), 'T-1', OPEN)).toBe(OPEN)
    expect(await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN - 9_000), 'T-1', OPEN)).toBeNull()
  })

  test('confirms at the beat, and the contract is breached before any money moves', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    await concludeOutOfTurn(await contextOf(market(3_450, OPEN + 500), OPEN + 500), 'T-1', null)
    expect(await events.takeQueued('T-1', 'p', OPEN, null)).toEqual({ kind: 'clear' })
    const beat = OPEN + 10_000
    await concludeOutOfTurn(await contextOf(market(3_400, beat), beat), 'T-1', beat)
    expect(await events.takeQueued('T-1', 'q', beat, null)).toEqual({ kind: 'not_held' })
    expect(await events.takeQueued('T-1', 'p', beat, null)).toMatchObject({
      kind: 'decided',
      decision: {
        outcome: ['breached'],
        reason: 'breach',
        evidence: { price: '3400.00', at: beat, first: { sequence: 1, at: OPEN + 500, price: '3450.00' } },
      },
    })
    expect(await events.takeQueued('T-1', 'p', beat, null)).toMatchObject({ kind: 'before' })
    expect(await events.unsigned(10)).toEqual(['T-1'])
    expect(await events.lapsedCancellations(beat + 10 ** 9, 10)).toEqual([])
  })

  test('of the same look at the market confirms nothing', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN), 'T-1', null)
    await concludeOutOfTurn(await contextOf(market(3_450, OPEN), OPEN + 10_000), 'T-1', OPEN + 10_000)
    expect(await events.takeQueued('T-1', 'p', OPEN, null)).toEqual({ kind: 'clear' })
  })

  test('is not there without an agreement, by a wrong clock, or for who cancels nothing', async () => {
    await open(events, threshold({ id: 'T-0', pair: 'ETHUSD' }, { direction: 'above', strike: '3000' }), 'T-0', OPEN)
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    const states = market(3_450, OPEN)
    expect(await concludeOutOfTurn(await contextOf(new Map(), OPEN), 'T-1', null)).toBeNull()
    expect(await concludeOutOfTurn(await contextOf(states, OPEN), 'T-0', null)).toBeNull()
    expect(await concludeOutOfTurn(await contextOf(states, OPEN), 'T-9', null)).toBeNull()
    const late = eventStore(stack.redis, clockAt(OPEN + 2_001))
    expect(await concludeOutOfTurn(await contextOf(states, OPEN, late), 'T-1', null)).toBeNull()
    expect(await events.ticks.progress('ETHUSD')).toMatchObject({ appended: 0 })
  })

  test('that was kept and could not be applied is none: the contract would look as if it were not there', async () => {
    await cancelling('T-1', 'ETHUSD', '3000', OPEN)
    const applyAll: EventStore['ticks']['applyAll'] = () => {
      throw new Error('the store is away')
    }
    const failing = { ...events, ticks: { ...events.ticks, applyAll } }
    const states = market(3_450, OPEN)
    expect(await concludeOutOfTurn(await contextOf(states, OPEN, failing), 'T-1', null)).toBeNull()
    expect(await events.ticks.progress('ETHUSD')).toMatchObject({ appended: 1, applied: 0 })
    // The next one makes it good.
    expect(await concludeOutOfTurn(await contextOf(states, OPEN + 1_000), 'T-1', null)).toBe(OPEN + 1_000)
    expect(await events.isPending('T-1')).toBeTrue()
  })

  test('over a closed market is the carried one, which no contract hears of', async () => {
    await cancelling('T-1', 'XAUUSD', '4000', CLOSED)
    const context = await contextOf(gold(4_100, CLOSED - 60_000), CLOSED)
    expect(await runAsk({ actor: 'T-1', wish: { what: 'conclude' } }, context)).toBe('carried')
    expect(await events.isPending('T-1')).toBeFalse()
    expect(await events.ticks.progress('XAUUSD')).toMatchObject({ appended: 0 })
  })
})
