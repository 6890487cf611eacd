import { describe, expect, test } from 'bun:test'
import type { BoardQuote, TickerState } from '../../../src/feeds/boards/board-quote.ts'
import { tickerBoardOf } from '../../../src/feeds/boards/ticker-boards.ts'
import type { BookState } from '../../../src/feeds/streams/book-streams.ts'

const NOW = Date.parse('2026-11-18T17:00:30Z')

const quoted = (receivedAt: number, fields: Partial<BoardQuote> = {}): BoardQuote => ({
  bid: '96999',
  ask: '97001',
  last: null,
  bookAt: null,
  lastAt: null,
  receivedAt,
  ...fields,
})
const polled = (quotes: TickerState['quotes']): TickerState => ({ quotes, changedAt: NOW - 1_000 })
const heard = (quotes: BookState['quotes'], changedAt = NOW): BookState => ({ quotes, beganAt: 0, changedAt })

const kraken = tickerBoardOf('kraken')
const over = (state: TickerState, pushed: BookState, listed: ReadonlySet<string> | null = null) =>
  kraken.pushed!.over(state, pushed, listed)
const asked = (pushed: BookState | null) =>
  kraken
    .asks({ now: NOW, state: kraken.empty, listed: new Set(['XBTUSD', 'ETHUSD']), pushed })
    .map(({ query }) => query.path)

describe('a board with a socket', () => {
  test('shows of each pair whatever came last', () => {
    const state = over(
      polled({ 'BTC/USD': quoted(NOW - 3_000, { bid: '1' }), 'ETH/USD': quoted(NOW - 1_000, { bid: '2' }) }),
      heard({ 'BTC/USD': quoted(NOW - 500), 'ETH/USD': quoted(NOW - 9_000) }),
    )
    expect([state.quotes['BTC/USD']?.bid, state.quotes['ETH/USD']?.bid]).toEqual(['96999', '2'])
    expect(state.changedAt).toBe(NOW)
  })

  test('prefers what was polled to a book that was old when it was pushed, and goes on asking', () => {
    const late = heard({ 'BTC/USD': quoted(NOW, { bookAt: NOW - 15_000 }), 'ETH/USD': quoted(NOW) })
    const state = polled({ 'BTC/USD': quoted(NOW - 3_000, { bid: '1' }) })
    expect(over(state, late).quotes['BTC/USD']?.bid).toBe('1')
    expect(asked(late)).toEqual(['/0/public/Ticker?pair=XBTUSD'])
  })

  test('is asked on behind a stamp that lies ahead, and shows what was polled', () => {
    const ahead = heard({ 'BTC/USD': quoted(NOW - 9_000, { bookAt: NOW + 86_400_000 }), 'ETH/USD': quoted(NOW) })
    const state = polled({ 'BTC/USD': quoted(NOW - 3_000, { bid: '1' }) })
    expect(over(state, ahead).quotes['BTC/USD']?.bid).toBe('1')
    expect(asked(ahead)).toEqual(['/0/public/Ticker?pair=XBTUSD'])
    const slightly = heard({ 'BTC/USD': quoted(NOW, { bookAt: NOW + 5_000 }) })
    expect(over(state, slightly).quotes['BTC/USD']?.bid).toBe('96999')
  })

  test('shows nothing of a channel that has lived without a change for ten minutes', () => {
    const state = polled({ 'BTC/USD': quoted(NOW - 3_000, { bid: '1' }) })
    expect(over(state, heard({ 'BTC/USD': quoted(NOW) }, NOW - 600_001))).toBe(state)
    expect(over(state, heard({ 'BTC/USD': quoted(NOW) }, NOW - 600_000))).not.toBe(state)
  })

  test('shows nothing of a market that the venue has halted, whatever its heartbeats say', () => {
    const pushed = heard({ 'BTC/USD': quoted(NOW) })
    expect(over(polled({}), pushed, new Set(['ETHUSD'])).quotes).toEqual({})
    expect(over(polled({}), pushed, new Set(['XBTUSD'])).quotes['BTC/USD']?.receivedAt).toBe(NOW)
  })

  test('keeps what was polled where the pushed book names no price: crossed, one-sided, or wide without a trade', () => {
    const state = polled({ 'BTC/USD': quoted(NOW - 3_000, { last: '97000' }) })
    for (const book of [{ bid: '97002' }, { bid: null }, { ask: null }, { ask: '98000' }])
      expect(over(state, heard({ 'BTC/USD': quoted(NOW, book) }))).toBe(state)
    expect(over(state, heard({ 'BTC/USD': quoted(NOW, { ask: '98000', last: '97000' }) }))).not.toBe(state)
  })

  test('asks for what its socket has not told of for five seconds, and for nothing else', () => {
    const fresh = quoted(NOW - 4_000)
    expect(asked(null)).toEqual(['/0/public/Ticker?pair=XBTUSD,ETHUSD'])
    expect(asked(heard({ 'BTC/USD': fresh }))).toEqual(['/0/public/Ticker?pair=ETHUSD'])
    expect(asked(heard({ 'BTC/USD': fresh, 'ETH/USD': quoted(NOW - 5_001) }))).toEqual(['/0/public/Ticker?pair=ETHUSD'])
    expect(asked(heard({ 'BTC/USD': fresh, 'ETH/USD': fresh }))).toEqual([])
    expect(asked(heard({ 'BTC/USD': quoted(NOW, { bid: null }), 'ETH/USD': fresh }))).toEqual([
      '/0/public/Ticker?pair=XBTUSD',
    ])
  })
})
