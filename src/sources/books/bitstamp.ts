/** Bitstamp, channel `order_book`: the whole top of a book in each frame. https://www.bitstamp.net/websocket/v2/ */
import { bitstamp as venue } from '../exchanges/bitstamp.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import { json } from '../query.ts'
import type { Piece } from '../shape.ts'
import { field, item, items, optional, piece, text } from '../shape.ts'
import { best, type BookFrame, type BookSocket, count, each, OTHER_BOOK_FRAME } from './book-socket.ts'

const CHANNEL = 'order_book_'

/**
 * `{"timestamp":"1","microtimestamp":"1000000","bids":[["1","9"],…],"asks":[["2","9"],…]}`, best first, all values
 * text.
 */
const quote = (of: Piece) => ({
  bid: best(items(field(of, 'bids')), item),
  ask: best(items(field(of, 'asks')), item),
  last: null,
  bookAt: Number(count(field(of, 'microtimestamp')) / 1_000n),
  lastAt: null,
})

export const bitstamp: BookSocket = {
  venue,
  source: socketSource({ name: 'bitstampbooks', origin: 'wss://ws.bitstamp.net', terms: venue.source.terms }),
  path: '/',
  symbols: venue.symbols,
  subscribe: each(venue.symbols, (symbol) => ({
    event: 'bts:subscribe',
    data: { channel: `${CHANNEL}${symbol}` },
  })),
  reader:
    () =>
    (frame): BookFrame => {
      // A frame has two hundred levels, and its prices are text. Plain JSON reading keeps them exact and is faster than
      // the reader that keeps the digits of numbers.
      const sent = piece(json(frame))
      const event = text(field(sent, 'event'))
      if (event === 'bts:error') return { kind: 'refused', words: JSON.stringify(optional(sent, 'data')?.value) }
      if (event === 'bts:request_reconnect') return { kind: 'broken', words: 'the venue asks for a new connection' }
      const channel = String(optional(sent, 'channel')?.value)
      if (event !== 'data' || !channel.startsWith(CHANNEL)) return OTHER_BOOK_FRAME
      return {
        kind: 'quotes',
        quotes: [{ symbol: channel.slice(CHANNEL.length), quote: quote(field(sent, 'data')) }],
      }
    },
}
