/** Coinbase Exchange, channels `ticker` and `heartbeat`. https://docs.cdp.coinbase.com/exchange/websocket-feed/channels */
import { coinbase as venue } from '../exchanges/coinbase.ts'
import { socketSource } from '../liquidations/liquidation.ts'
import type { Piece } from '../shape.ts'
import { field, millisFromIso, optional, price, reply, text, whole } from '../shape.ts'
import { type BookFrame, type BookSocket, each, OTHER_BOOK_FRAME, side, type SymbolQuote } from './book-socket.ts'

/**
 * `{"type":"ticker","product_id":"BTC-USD","price":"1.5","best_bid":"1","best_bid_size":"9","best_ask":"2",…,"sequence":7,"time":"…"}`.
 * The venue sends one after each trade: `time` is the time of the trade and of the book after it. Frames from before
 * 2022 have no sizes.
 */
const ticker = (of: Piece): SymbolQuote => {
  const at = millisFromIso(field(of, 'time'))
  const sized = (name: string) => {
    const size = optional(of, `${name}_size`)
    return size === null ? price(field(of, name)) : side(field(of, name), size)
  }
  return {
    symbol: text(field(of, 'product_id')),
    quote: { bid: sized('best_bid'), ask: sized('best_ask'), last: price(field(of, 'price')), bookAt: at, lastAt: at },
  }
}

export const coinbase: BookSocket = {
  venue,
  source: socketSource({
    name: 'coinbasebooks',
    origin: 'wss://ws-feed.exchange.coinbase.com',
    terms: venue.source.terms,
  }),
  path: '/',
  symbols: venue.symbols,
  subscribe: each(venue.symbols, (symbol) => ({
    type: 'subscribe',
    product_ids: [symbol],
    channels: ['ticker', 'heartbeat'],
  })),
  reader: () => {
    const sequences = new Map<string, number>()
    return (frame): BookFrame => {
      const sent = reply(frame)
      const type = text(field(sent, 'type'))
      if (type === 'error')
        return { kind: 'refused', words: `${text(field(sent, 'message'))} ${String(optional(sent, 'reason')?.value)}` }
      if (type !== 'ticker' && type !== 'heartbeat') return OTHER_BOOK_FRAME
      const symbol = text(field(sent, 'product_id'))
      const sequence = whole(field(sent, 'sequence'))
      const known = sequences.get(symbol) ?? 0
      // The heartbeat comes every second with the number of the product's last event of any kind. A number above the
      // ticker's may be a change of the book. Only an equal number proves that the book has not changed.
      if (type === 'heartbeat') return sequence === known ? { kind: 'unchanged', symbols: [symbol] } : OTHER_BOOK_FRAME
      if (sequence < known) return OTHER_BOOK_FRAME
      sequences.set(symbol, sequence)
      return { kind: 'quotes', quotes: [ticker(sent)] }
    }
  },
}
