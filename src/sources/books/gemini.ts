/** Gemini, streams `bookTicker`: the best prices on each change. https://developer.gemini.com/websocket/streams */
import { gemini as venue } from '../exchanges/gemini.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, optional, reply, text } from '../shape.ts'
import { type BookFrame, type BookSocket, count, each, bySequence, OTHER_BOOK_FRAME, side } from './book-socket.ts'

/** `{"u":7,"E":1783981140076872200,"s":"btcusd","b":"1","B":"9","a":"2","A":"9"}`; `E` counts nanoseconds. */
const quote = (of: Piece) => ({
  bid: side(field(of, 'b'), field(of, 'B')),
  ask: side(field(of, 'a'), field(of, 'A')),
  last: null,
  bookAt: Number(count(field(of, 'E')) / 1_000_000n),
  lastAt: null,
})

export const gemini: BookSocket = {
  venue,
  source: socketSource({ name: 'geminibooks', origin: 'wss://ws.gemini.com', terms: venue.source.terms }),
  path: '/',
  symbols: venue.symbols,
  subscribe: each(venue.symbols, (symbol, at) => ({
    id: String(at + 1),
    method: 'subscribe',
    params: [`${symbol}@bookTicker`],
  })),
  reader: () => {
    const isNext = bySequence()
    return (frame): BookFrame => {
      const sent = reply(frame)
      const refused = optional(sent, 'error')
      if (refused) return { kind: 'refused', words: JSON.stringify(refused.value) }
      if (optional(sent, 'u') === null || optional(sent, 'a') === null || optional(sent, 'e') !== null)
        return OTHER_BOOK_FRAME
      const symbol = text(field(sent, 's')).toLowerCase()
      return isNext(symbol, count(field(sent, 'u')))
        ? { kind: 'quotes', quotes: [{ symbol, quote: quote(sent) }] }
        : OTHER_BOOK_FRAME
    }
  },
}
