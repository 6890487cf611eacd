/**
 * OKX v5, channel `tickers`: on each change of the best prices, at most ten per second. https://www.okx.com/docs-v5/en/
 */
import { okx as venue } from '../exchanges/okx.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, items, optional, price, reply, text, whole } from '../shape.ts'
import { type BookFrame, type BookSocket, each, OTHER_BOOK_FRAME, side, type SymbolQuote } from './book-socket.ts'

const CHANNEL = 'tickers'

/** The row of the REST ticker, with sizes; `ts` is the time of bid and ask. */
const ticker = (row: Piece): SymbolQuote => ({
  symbol: text(field(row, 'instId')),
  quote: {
    bid: side(field(row, 'bidPx'), field(row, 'bidSz')),
    ask: side(field(row, 'askPx'), field(row, 'askSz')),
    last: price(field(row, 'last')),
    bookAt: whole(field(row, 'ts')),
    lastAt: null,
  },
})

export const okx: BookSocket = {
  venue,
  source: socketSource({ name: 'okxbooks', origin: 'wss://ws.okx.com:8443', terms: venue.source.terms }),
  path: '/ws/v5/public',
  symbols: venue.symbols,
  subscribe: each(venue.symbols, (instId) => ({ op: 'subscribe', args: [{ channel: CHANNEL, instId }] })),
  // The venue closes a connection after 30 seconds without a message from us. Pings of the protocol do not count.
  heartbeat: 'ping',
  reader:
    () =>
    (frame): BookFrame => {
      if (frame === 'pong') return OTHER_BOOK_FRAME
      const sent = reply(frame)
      const event = optional(sent, 'event')?.value
      if (event === 'error')
        return { kind: 'refused', words: `${text(field(sent, 'code'))} ${text(field(sent, 'msg'))}` }
      if (event === 'notice') return { kind: 'broken', words: 'the venue asks for a new connection' }
      const data = optional(sent, 'data')
      if (!data || optional(field(sent, 'arg'), 'channel')?.value !== CHANNEL) return OTHER_BOOK_FRAME
      return { kind: 'quotes', quotes: items(data).map(ticker) }
    },
}
