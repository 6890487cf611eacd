/** Kraken spot v2, channel `ticker` on changes of the best prices. https://docs.kraken.com/api/docs/websocket-v2/ticker */
import { kraken as venue } from '../exchanges/kraken.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, flag, items, millisFromIso, optional, price, reply, text } from '../shape.ts'
import { type BookFrame, type BookSocket, each, OTHER_BOOK_FRAME, side, type SymbolQuote } from './book-socket.ts'

/** The symbols on this socket are our pair names. */
const symbols = Object.fromEntries(Object.keys(venue.symbols).map((pair) => [pair, pair]))

/**
 * `{"symbol":"BTC/USD","bid":1,"bid_qty":9,"ask":2,"ask_qty":9,"last":1.5,"timestamp":"…"}`, all values numbers. Older
 * frames have no time. The time of an update is that of the change. The time of a snapshot may be long ago although its
 * book still holds.
 */
const ticker = (of: Piece, isUpdate: boolean): SymbolQuote => {
  const stamp = optional(of, 'timestamp')
  const at = stamp === null ? null : millisFromIso(stamp)
  const last = optional(of, 'last')
  return {
    symbol: text(field(of, 'symbol')),
    quote: {
      bid: side(field(of, 'bid'), field(of, 'bid_qty')),
      ask: side(field(of, 'ask'), field(of, 'ask_qty')),
      last: last === null ? null : price(last),
      bookAt: isUpdate ? at : null,
      lastAt: null,
      ...(!isUpdate && at !== null && { aliveAt: at }),
    },
  }
}

export const kraken: BookSocket = {
  venue,
  source: socketSource({ name: 'krakenbooks', origin: 'wss://ws.kraken.com', terms: venue.source.terms }),
  path: '/v2',
  symbols,
  subscribe: each(symbols, (symbol) => ({
    method: 'subscribe',
    params: { channel: 'ticker', symbol: [symbol], event_trigger: 'bbo' },
  })),
  reader:
    () =>
    (frame): BookFrame => {
      const sent = reply(frame)
      const method = optional(sent, 'method')
      if (method) {
        const isRefused = method.value === 'subscribe' && !flag(field(sent, 'success'))
        return isRefused ? { kind: 'refused', words: text(field(sent, 'error')) } : OTHER_BOOK_FRAME
      }
      const channel = text(field(sent, 'channel'))
      // Sent every second without another frame: it means that no book has changed.
      if (channel === 'heartbeat') return { kind: 'unchanged', symbols: null }
      if (channel !== 'ticker') return OTHER_BOOK_FRAME
      const isUpdate = text(field(sent, 'type')) === 'update'
      return { kind: 'quotes', quotes: items(field(sent, 'data')).map((row) => ticker(row, isUpdate)) }
    },
}
