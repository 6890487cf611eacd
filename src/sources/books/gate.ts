/** Gate v4, channel `spot.book_ticker`: the best prices on each change. https://www.gate.com/docs/developers/apiv4/ws/en/ */
import { gate as venue } from '../exchanges/gate.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, optional, reply, text, whole } from '../shape.ts'
import { type BookFrame, type BookSocket, count, each, bySequence, OTHER_BOOK_FRAME, side } from './book-socket.ts'

const CHANNEL = 'spot.book_ticker'

/** `{"t":1682689046131,"u":7,"s":"BTC_USDT","b":"1","B":"9","a":"2","A":"9"}`; an empty side is an empty text. */
const quote = (of: Piece) => ({
  bid: side(field(of, 'b'), field(of, 'B')),
  ask: side(field(of, 'a'), field(of, 'A')),
  last: null,
  bookAt: whole(field(of, 't')),
  lastAt: null,
})

export const gate: BookSocket = {
  venue,
  source: socketSource({ name: 'gatebooks', origin: 'wss://api.gateio.ws', terms: venue.source.terms }),
  path: '/ws/v4/',
  symbols: venue.symbols,
  // The venue requires a time here, but checks it only for private channels.
  subscribe: each(venue.symbols, (symbol) => ({ time: 0, channel: CHANNEL, event: 'subscribe', payload: [symbol] })),
  reader: () => {
    const isNext = bySequence()
    return (frame): BookFrame => {
      const sent = reply(frame)
      const error = optional(sent, 'error')
      if (error && error.value !== null) return { kind: 'refused', words: JSON.stringify(error.value) }
      if (optional(sent, 'channel')?.value !== CHANNEL || optional(sent, 'event')?.value !== 'update')
        return OTHER_BOOK_FRAME
      const book = field(sent, 'result')
      const symbol = text(field(book, 's'))
      return isNext(symbol, count(field(book, 'u')))
        ? { kind: 'quotes', quotes: [{ symbol, quote: quote(book) }] }
        : OTHER_BOOK_FRAME
    }
  },
}
