/** Coinbase Exchange, keyless REST. Numbers are strings, times ISO 8601. https://docs.cdp.coinbase.com/exchange */
import type { Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, flag, items, millisFromIso, optional, positive, price, reply, text, unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'coinbase',
  origin: 'https://api.exchange.coinbase.com',
  // Ten a second. All tickers are requested at once, so the limit is counted over two seconds.
  rate: { requests: 20, perSeconds: 2 },
  maxBytes: 2 ** 21,
  terms: 'https://www.coinbase.com/legal/market_data',
})

/**
 * `{"trade_id":1,"price":"1.0","size":"1","time":"2026-09-17T20:45:26.506997Z","bid":"1","ask":"2","volume":"3"}`.
 * `time` is the time of the trade in `price`; the book has none. The reply does not name the product, nor do trades. It
 * is for the product in the path.
 */
const quote = (body: Piece): Quote => ({
  bid: price(field(body, 'bid')),
  ask: price(field(body, 'ask')),
  last: price(field(body, 'price')),
  bookAt: null,
  lastAt: millisFromIso(field(body, 'time')),
})

/** `{"time":"2026-09-17T20:45:26.506997Z","trade_id":1,"price":"1.0","size":"0.1","side":"sell"}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'trade_id')),
  price: positive(field(row, 'price')),
  size: positive(field(row, 'size')),
  at: millisFromIso(field(row, 'time')),
})

/** If one of these is set, no market order can trade. Then the book is not a market, even if `status` is `online`. */
const HALTS = ['trading_disabled', 'cancel_only', 'post_only', 'auction_mode'] as const

const isTrading = (row: Piece): boolean =>
  text(field(row, 'status')) === 'online' &&
  HALTS.every((name) => {
    const halt = optional(row, name)
    return halt === null || !flag(halt)
  })

/** The reply, unless it is `{"message":"NotFound"}`. */
export const coinbaseReply = (body: string): Piece => unrefused(reply(body), 'message')

export const coinbase: Venue = {
  source,
  symbols: {
    'BTC/USD': 'BTC-USD',
    'ETH/USD': 'ETH-USD',
    'SOL/USD': 'SOL-USD',
    'XRP/USD': 'XRP-USD',
    'ADA/USD': 'ADA-USD',
    'DOGE/USD': 'DOGE-USD',
    'BTC/EUR': 'BTC-EUR',
    'ETH/EUR': 'ETH-EUR',
    'SOL/EUR': 'SOL-EUR',
    'BTC/GBP': 'BTC-GBP',
    'USDT/USD': 'USDT-USD',
    'PAXG/USD': 'PAXG-USD',
  },
  instruments: {
    provider: source,
    path: '/products',
    read: (body) =>
      items(coinbaseReply(body)).map((row) => ({ symbol: text(field(row, 'id')), trading: isTrading(row) })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/products/${symbol}/ticker`,
      read: (body) => ({ [symbol]: quote(coinbaseReply(body)) }),
    })),
  /**
   * At most 1000 trades, newest first in the reply. `before` is a cursor towards newer trades, but a page has the
   * newest 1000 after it, not the next 1000: with more trades since then, those in between are lost. The cursor is set
   * one id back, so that a page without a gap ends with the trade that the caller already has.
   */
  trades: (symbol, since) => ({
    provider: source,
    path: `/products/${symbol}/trades?limit=1000${since.id === null ? '' : `&before=${BigInt(since.id) - 1n}`}`,
    read: (body) => oldestFirst(items(coinbaseReply(body)).map(trade)),
  }),
}
