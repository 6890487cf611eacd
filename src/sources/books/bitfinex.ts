/**
 * Bitfinex v2, channel `ticker`; each frame has a number and a time.
 * https://docs.bitfinex.com/reference/ws-public-ticker
 */
import { bitfinex as venue } from '../exchanges/bitfinex.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, item, items, optional, price, reply, text, whole } from '../shape.ts'
import { type BookFrame, type BookReader, type BookSocket, each, OTHER_BOOK_FRAME, side } from './book-socket.ts'

/** Flags by which each frame gets its number on the connection and its time. */
const NUMBERED = 65_536
const STAMPED = 32_768

/** More subscriptions than the venue allows on one connection. */
const MOST_CHANNELS = 1_000

/** `[bid, size, ask, size, change, relative change, last, volume, high, low]`, all numbers. */
const quote = (row: Piece, at: number) => ({
  bid: side(item(row, 0), item(row, 1)),
  ask: side(item(row, 2), item(row, 3)),
  last: price(item(row, 6)),
  bookAt: at,
  lastAt: null,
})

const event = (sent: Piece, symbolOf: Map<string, string>): BookFrame => {
  const kind = text(field(sent, 'event'))
  if (kind === 'subscribed' && symbolOf.size < MOST_CHANNELS)
    symbolOf.set(text(field(sent, 'chanId')), text(field(sent, 'symbol')))
  if (kind === 'error') return { kind: 'refused', words: `${text(field(sent, 'code'))} ${text(field(sent, 'msg'))}` }
  // 20051 is a stop or restart, 20060 and 20061 are maintenance. The frames after it belong to another session.
  const code = kind === 'info' ? optional(sent, 'code') : null
  return code && whole(code) >= 20_000 ? { kind: 'broken', words: `the venue says ${text(code)}` } : OTHER_BOOK_FRAME
}

/**
 * `[channel, row, number, milliseconds]`; after fifteen seconds without one `[channel, "hb", number, milliseconds]`.
 */
const reader = (): BookReader => {
  const symbolOf = new Map<string, string>()
  let last: number | null = null
  return (frame) => {
    const sent = reply(frame)
    if (!Array.isArray(sent.value)) return event(sent, symbolOf)
    const channel = text(item(sent, 0))
    const content = item(sent, 1)
    const number = whole(item(sent, 2))
    if (last !== null && number !== last + 1) return { kind: 'broken', words: `frame ${number} follows ${last}` }
    last = number
    const symbol = symbolOf.get(channel)
    if (symbol === undefined) return OTHER_BOOK_FRAME
    if (content.value === 'hb') return { kind: 'unchanged', symbols: [symbol] }
    return items(content).length < 10
      ? OTHER_BOOK_FRAME
      : { kind: 'quotes', quotes: [{ symbol, quote: quote(content, whole(item(sent, 3))) }] }
  }
}

export const bitfinex: BookSocket = {
  venue,
  source: socketSource({ name: 'bitfinexbooks', origin: 'wss://api-pub.bitfinex.com', terms: venue.source.terms }),
  path: '/ws/2',
  symbols: venue.symbols,
  subscribe: [
    JSON.stringify({ event: 'conf', flags: NUMBERED + STAMPED }),
    ...each(venue.symbols, (symbol) => ({ event: 'subscribe', channel: 'ticker', symbol })),
  ],
  reader,
}
