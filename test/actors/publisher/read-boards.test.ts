import { describe, expect, test } from 'bun:test'
import { readBoards } from '../../../src/actors/publisher/read-boards.ts'
import { tickerBoardOf } from '../../../src/feeds/boards/ticker-boards.ts'
import type { TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { unheard } from '../../../src/feeds/stream.ts'
import type { StoredBoard } from '../../../src/store/published/boards.ts'

const NOW = Date.parse('2026-11-18T17:00:30Z')

const quote = (bid: string, receivedAt: number) => ({
  bid,
  ask: String(Number(bid) + 1),
  last: null,
  bookAt: null,
  lastAt: null,
  receivedAt,
})

const kraken = tickerBoardOf('kraken')
const stored = new Map<string, StoredBoard>()
const store = { read: async (ids: readonly string[]) => ids.map((id) => stored.get(id) ?? null) }
const read = async () => (await readBoards(store, [kraken], [])).read(kraken) as TickerState | null

const polled = (bid: string, at: number) =>
  stored.set('ticker/kraken', { at, state: { quotes: { 'BTC/USD': quote(bid, at) }, changedAt: at } })
const pushed = (bid: string, at: number) =>
  stored.set('books/kraken', {
    at,
    state: unheard({ quotes: { 'BTC/USD': quote(bid, at) }, beganAt: at, changedAt: at }),
  })
const listed = (...symbols: readonly string[]) => stored.set('instruments/kraken', { at: NOW, state: { symbols } })

describe('a board that is read', () => {
  test('is what was polled and what was pushed, and made once of the same two', async () => {
    expect(await read()).toBeNull()
    polled('97000', NOW)
    expect((await read())?.quotes['BTC/USD']?.bid).toBe('97000')
    pushed('97010', NOW + 1)
    const first = await read()
    expect(first?.quotes['BTC/USD']?.bid).toBe('97010')
    expect(await read()).toBe(first)
    polled('97020', NOW + 2)
    expect((await read())?.quotes['BTC/USD']?.bid).toBe('97020')
    pushed('97030', NOW + 3)
    expect((await read())?.quotes['BTC/USD']?.bid).toBe('97030')
    listed('ETHUSD')
    expect((await read())?.quotes['BTC/USD']?.bid).toBe('97020')
    stored.delete('ticker/kraken')
    listed('XBTUSD')
    expect((await read())?.quotes['BTC/USD']?.bid).toBe('97030')
  })
})
