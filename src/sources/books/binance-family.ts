/** Binance spot and Binance.US, streams `bookTicker` and `ticker`. https://developers.binance.com/docs/binance-spot-api-docs */
import type { Quote, Venue } from '../market.ts'
import type { Source } from '../query.ts'
import { type Piece, field, optional, price, reply, text, whole } from '../shape.ts'
import {
  type BookFrame,
  type BookReader,
  type BookSocket,
  count,
  bySequence,
  OTHER_BOOK_FRAME,
  side,
} from './book-socket.ts'

/**
 * `{"u":7,"s":"BTCUSDT","b":"1","B":"9","a":"2","A":"9"}` on each change of the best prices, and once a second
 * `{"e":"24hrTicker","E":1,"s":"BTCUSDT","c":"1.5","b":"1","B":"9","a":"2","A":"9","C":1,…}`. The first has no time. It
 * is not used until the second has come, which has one.
 */
const sides = (of: Piece) => ({
  bid: side(field(of, 'b'), field(of, 'B')),
  ask: side(field(of, 'a'), field(of, 'A')),
})

const ticker = (of: Piece): Quote => ({
  ...sides(of),
  last: price(field(of, 'c')),
  bookAt: null,
  lastAt: whole(field(of, 'C')),
  aliveAt: whole(field(of, 'E')),
})

const reader = (): BookReader => {
  const isNext = bySequence()
  const seconds = new Map<string, Quote>()
  const changed = new Set<string>()
  return (frame): BookFrame => {
    const sent = reply(frame)
    if (optional(sent, 'error')) return { kind: 'refused', words: JSON.stringify(sent.value) }
    const [stream, data] = [optional(sent, 'stream'), optional(sent, 'data')]
    if (!stream || !data) return OTHER_BOOK_FRAME
    const name = text(stream)
    const isBook = name.endsWith('@bookTicker')
    if (!isBook && !name.endsWith('@ticker')) return OTHER_BOOK_FRAME
    const symbol = text(field(data, 's'))
    if (!isBook) {
      const quote = ticker(data)
      seconds.set(symbol, quote)
      // If the other stream has sent prices within the second, those are newer.
      return changed.delete(symbol) ? OTHER_BOOK_FRAME : { kind: 'quotes', quotes: [{ symbol, quote }] }
    }
    const second = seconds.get(symbol)
    if (!isNext(symbol, count(field(data, 'u'))) || !second) return OTHER_BOOK_FRAME
    changed.add(symbol)
    return { kind: 'quotes', quotes: [{ symbol, quote: { ...second, ...sides(data) } }] }
  }
}

/** A venue of the family. Stream names are in lower case, symbols in upper case. */
export const binanceLike = (venue: Venue, source: Source): BookSocket => ({
  venue,
  source,
  path: `/stream?streams=${Object.values(venue.symbols)
    .flatMap((symbol) => [`${symbol.toLowerCase()}@bookTicker`, `${symbol.toLowerCase()}@ticker`])
    .join('/')}`,
  symbols: venue.symbols,
  subscribe: [],
  reader,
})
