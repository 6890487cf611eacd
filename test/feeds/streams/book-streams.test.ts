import { describe, expect, test } from 'bun:test'
import { ownRange } from '../../../src/feeds/math/fast-market.ts'
import { BOOK_STREAMS, type BookEvent, type BookState, enterBooks } from '../../../src/feeds/streams/book-streams.ts'

const NOW = Date.parse('2026-11-18T17:00:30Z')
const NONE: BookState = { quotes: {}, beganAt: 0, changedAt: 0 }

const quote = (price: number, at: number, pair = 'BTC/USD', bookAt: number | null = at): BookEvent => ({
  kind: 'quote',
  pair,
  quote: { bid: String(price - 1), ask: String(price + 1), last: null, bookAt, lastAt: null },
  at,
})
const began = (at: number): BookEvent => ({ kind: 'began', at })
const unchanged = (at: number, pairs: readonly string[] | null = null): BookEvent => ({ kind: 'unchanged', pairs, at })

const ages = ({ quotes }: BookState, now: number) =>
  Object.fromEntries(
    Object.entries(quotes).map(([pair, { receivedAt, bookAt }]) => [pair, [now - receivedAt, now - (bookAt ?? now)]]),
  )

describe('books that are listened to', () => {
  test('are as old as their own last frame: a frame for one pair is none for another', () => {
    const state = enterBooks(
      [began(NOW), quote(97_000, NOW), quote(3_400, NOW + 1_000, 'ETH/USD'), quote(3_401, NOW + 4_000, 'ETH/USD')],
      NONE,
    )
    expect(ages(state, NOW + 4_000)).toEqual({ 'BTC/USD': [4_000, 4_000], 'ETH/USD': [0, 0] })
  })

  test('stand while their channel says that nothing has changed, and only those it speaks of', () => {
    const told = enterBooks([began(NOW), quote(97_000, NOW), quote(3_400, NOW, 'ETH/USD')], NONE)
    expect(ages(enterBooks([unchanged(NOW + 5_000, ['ETH/USD'])], told), NOW + 5_000)).toEqual({
      'BTC/USD': [5_000, 5_000],
      'ETH/USD': [0, 0],
    })
    expect(ages(enterBooks([unchanged(NOW + 5_000)], told), NOW + 5_000)).toEqual({
      'BTC/USD': [0, 0],
      'ETH/USD': [0, 0],
    })
    expect(enterBooks([unchanged(NOW + 5_000)], told).changedAt).toBe(NOW)
  })

  test('of an earlier connection are not what a new one keeps silent about', () => {
    const before = enterBooks([began(NOW), quote(97_000, NOW), quote(3_400, NOW, 'ETH/USD')], NONE)
    const after = enterBooks([began(NOW + 3_000), quote(3_410, NOW + 3_000, 'ETH/USD'), unchanged(NOW + 9_000)], before)
    expect(ages(after, NOW + 9_000)).toEqual({ 'BTC/USD': [9_000, 9_000], 'ETH/USD': [0, 0] })
  })

  test('that were old when they came do not become of today because nothing changes', () => {
    const yesterday = NOW - 86_400_000
    const state = enterBooks([began(NOW), quote(97_000, NOW, 'BTC/USD', yesterday), unchanged(NOW + 1_000)], NONE)
    expect(state.quotes['BTC/USD']?.bookAt).toBe(yesterday + 1_000)
  })

  test('keep how far the venue itself has moved in ten seconds, in few words however often it speaks', () => {
    const path = (n: number): number => 97_000 + 300 * Math.sin(n / 40) + ((n * 7919) % 13)
    const events = Array.from({ length: 2_000 }, (_, n) => quote(path(n), NOW + n * 20))
    const last = NOW + 1_999 * 20
    let state = enterBooks([began(NOW)], NONE)
    for (let from = 0; from < events.length; from += 13) state = enterBooks(events.slice(from, from + 13), state)
    const kept = state.quotes['BTC/USD']!.said!
    expect(kept.length).toBeLessThanOrEqual(22)
    const whole = events.flatMap(({ at }, n) => (last - at <= 10_000 ? [{ price: path(n), at }] : []))
    expect(ownRange(kept)).toBeCloseTo(ownRange(whole), 12)
    const rising = Array.from({ length: 2_000 }, (_, n) => quote(90_000 + n, NOW + n * 20))
    const steady = enterBooks([began(NOW), ...rising], NONE).quotes['BTC/USD']!.said!
    expect(steady.length).toBeLessThanOrEqual(22)
    expect(ownRange(steady)).toBeCloseTo(500 / 91_499, 3)
  })

  test('of a venue that only says that nothing has changed have not moved in ten seconds', () => {
    const moved = enterBooks([began(NOW), quote(97_000, NOW), quote(98_000, NOW + 1_000)], NONE)
    expect(ownRange(moved.quotes['BTC/USD']!.said!)).toBeGreaterThan(0.01)
    expect(ownRange(enterBooks([unchanged(NOW + 12_000)], moved).quotes['BTC/USD']!.said!)).toBe(0)
  })
})

describe('the streams', () => {
  test('say once for each connection that it begins, before the first word about a book', () => {
    const read = BOOK_STREAMS.get('kraken')!.reader()
    const book = JSON.stringify({
      channel: 'ticker',
      type: 'update',
      data: [{ symbol: 'BTC/USD', bid: 1, bid_qty: 1, ask: 2, ask_qty: 1 }],
    })
    expect(read('{"channel":"status","type":"update","data":[]}', 1)).toEqual({ kind: 'other' })
    const first = read(book, 2)
    expect(first.kind === 'events' && first.events.map(({ kind }) => kind)).toEqual(['began', 'quote'])
    const second = read(book, 3)
    expect(second.kind === 'events' && second.events.map(({ kind }) => kind)).toEqual(['quote'])
  })

  test('take a frame for an instrument that was not asked for as a sign that the venue talks', () => {
    const read = BOOK_STREAMS.get('okx')!.reader()
    const row = { instId: 'PEPE-USDT', last: '1', bidPx: '1', bidSz: '1', askPx: '2', askSz: '1', ts: '1795000000000' }
    const heard = read(JSON.stringify({ arg: { channel: 'tickers', instId: 'PEPE-USDT' }, data: [row] }), 1)
    expect(heard).toEqual({ kind: 'events', events: [{ kind: 'began', at: 1 }] })
  })

  test('are heard as speech when a price is told, and not when nothing changes', () => {
    const read = BOOK_STREAMS.get('kraken')!.reader()
    expect(read('{"channel":"heartbeat"}', 1).kind).toBe('unchanged')
  })
})
