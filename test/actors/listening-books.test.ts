import { expect, test } from 'bun:test'
import { openStreamConnection, MOST_FRAMES } from '../../src/actors/publisher/listening.ts'
import { asAnyStream, type Streamed } from '../../src/feeds/stream.ts'
import { BOOK_STREAMS, type BookState, MOST_STRANGE } from '../../src/feeds/streams/book-streams.ts'
import type { SocketEvents, Sockets } from '../../src/ports.ts'
import { keptLog } from '../support/still.ts'

/** One connection to Kraken, whose frames a test says. */

const OPEN = Date.parse('2026-11-18T17:00:30Z')

const connected = (before?: Streamed<unknown>) => {
  let now = OPEN
  let events: SocketEvents | null = null
  let pings = 0
  const sockets: Sockets = {
    open: (_provider, _path, told) => {
      events = told
      return { send: () => {}, ping: () => void pings++, close: () => {} }
    },
  }
  const stream = asAnyStream(BOOK_STREAMS.get('kraken')!)
  const listening = openStreamConnection({ stream, sockets, log: keptLog(), now: () => now }, before ?? stream.empty)
  events!.opened()
  const book = (bid: number) =>
    events!.frame(
      JSON.stringify({
        channel: 'ticker',
        type: 'update',
        data: [
          { symbol: 'BTC/USD', bid, bid_qty: 1, ask: bid + 1, ask_qty: 1, timestamp: new Date(now).toISOString() },
        ],
      }),
    )
  return {
    events: events!,
    listening,
    book,
    move: (ms: number) => void (now += ms),
    pings: () => pings,
    age: () => now - (listening.gather(now).gathered as BookState).quotes['BTC/USD']!.receivedAt,
    whole: () => listening.gather(now),
    judge: () => listening.judge(now),
  }
}

test('a pong keeps the connection and says nothing of a book', () => {
  const on = connected()
  on.book(97_000)
  on.move(8_000)
  expect(on.judge()).toBeNull()
  expect(on.pings()).toBeGreaterThan(0)
  on.events.pong()
  on.move(15_000)
  expect([on.judge(), on.age()]).toEqual([null, 23_000])
})

test("a heartbeat of the channel keeps a book young for as long as prices are told at all, and not another connection's", () => {
  const on = connected()
  on.book(97_000)
  for (let second = 0; second < 60; second++) {
    on.move(1_000)
    on.events.frame('{"channel":"heartbeat"}')
    expect([on.judge(), on.age()]).toEqual([null, 0])
  }
  on.move(1_000)
  on.events.frame('{"channel":"heartbeat"}')
  expect(on.judge()).toBe('no event for 60000 ms')
  const next = connected(on.whole())
  next.move(70_000)
  next.events.frame('{"channel":"heartbeat"}')
  expect(next.age()).toBe(70_000 - 61_000)
})

test('a venue that sends more than anybody could have to say is hung up on, and no more of it is read', () => {
  const on = connected()
  for (let sent = 0; sent < MOST_FRAMES; sent++) on.book(97_000)
  expect(on.judge()).toBeNull()
  on.book(98_000)
  on.move(1_000)
  on.book(98_000)
  expect(on.judge()).toBe(`more than ${MOST_FRAMES} frames in 10 s`)
  expect((on.whole().gathered as BookState).quotes['BTC/USD']?.bid).toBe('97000')
})

test('frames of a long time are no flood', () => {
  const on = connected()
  for (let second = 0; second < 4; second++) {
    for (let sent = 0; sent < MOST_FRAMES / 2; sent++) on.events.frame('{"channel":"heartbeat"}')
    on.book(97_000 + second)
    on.move(10_000)
  }
  expect(on.judge()).toBeNull()
})

test('a venue that speaks of a thousand instruments that nobody asked for is hung up on', () => {
  const on = connected()
  const strange = (at: number) =>
    on.events.frame(
      JSON.stringify({
        channel: 'ticker',
        type: 'update',
        data: [{ symbol: `X${at}/USD`, bid: 1, bid_qty: 1, ask: 2, ask_qty: 1 }],
      }),
    )
  on.book(97_000)
  for (let at = 0; at < MOST_STRANGE; at++) strange(at)
  expect(on.judge()).toBeNull()
  strange(MOST_STRANGE)
  expect(on.judge()).toContain('not asked for')
})
