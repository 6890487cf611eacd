/** Bitstamp, keyless REST v2. Everything is a string, times in seconds. https://www.bitstamp.net/api/ */
import type { Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, millisFromSeconds, optional, positive, price, reply, text, unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'bitstamp',
  origin: 'https://www.bitstamp.net',
  // 400 a second and 10,000 in ten minutes: the second is the tighter one.
  rate: { requests: 100, perSeconds: 10 },
  maxBytes: 2 ** 22,
  terms: 'https://www.bitstamp.net/terms-of-use/',
})

/**
 * `{"bid":"1","ask":"2","last":"1.5","timestamp":"1643640186",…}`. `timestamp` is the second in which the venue wrote
 * this reply (it runs on without trades), so it stamps the book and says nothing about the last trade.
 */
const quote = (body: Piece): Quote => ({
  bid: price(field(body, 'bid')),
  ask: price(field(body, 'ask')),
  last: price(field(body, 'last')),
  bookAt: millisFromSeconds(field(body, 'timestamp')),
  lastAt: null,
})

/** `{"date":"1560481868","tid":"90574283","price":"8194.79","type":"1","amount":"0.00288599"}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'tid')),
  price: positive(field(row, 'price')),
  size: positive(field(row, 'amount')),
  at: millisFromSeconds(field(row, 'date')),
})

/** The reply, unless it is one of the two error objects: `{"status":"error","reason":"…"}`, `{"error":"…"}`. */
export const answer = (body: string): Piece => unrefused(unrefused(reply(body), 'reason'), 'error')

export const bitstamp: Venue = {
  source,
  symbols: {
    'BTC/USD': 'btcusd',
    'ETH/USD': 'ethusd',
    'SOL/USD': 'solusd',
    'XRP/USD': 'xrpusd',
    'ADA/USD': 'adausd',
    'DOGE/USD': 'dogeusd',
    'BTC/EUR': 'btceur',
    'ETH/EUR': 'etheur',
    'SOL/EUR': 'soleur',
    'BTC/GBP': 'btcgbp',
    'USDT/USD': 'usdtusd',
    'USDC/USD': 'usdcusd',
    'EUR/USD': 'eurusd',
    'GBP/USD': 'gbpusd',
  },
  /**
   * `[{"market_symbol":"btcusd","trading":"Enabled",…}]`. The list took over from `/api/v2/trading-pairs-info/` in
   * February 2026, which calls the same field `url_symbol`; both spellings are read.
   */
  instruments: {
    provider: source,
    path: '/api/v2/markets/',
    read: (body) =>
      items(answer(body)).map((row) => ({
        symbol: text(optional(row, 'url_symbol') ?? field(row, 'market_symbol')),
        trading: text(field(row, 'trading')) === 'Enabled',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/api/v2/ticker/${symbol}/`,
      read: (body) => ({ [symbol]: quote(answer(body)) }),
    })),
  paging: 'newest',
  /**
   * The API knows no cursor, only the last minute, hour or day, all newest first. Always the hour: a quiet minute is an
   * empty page, which looks like a hole, and without a clock nobody here can tell whether a minute is enough. Times are
   * whole seconds.
   */
  trades: (symbol) => ({
    provider: source,
    path: `/api/v2/transactions/${symbol}/?time=hour`,
    read: (body) => oldestFirst(items(answer(body)).map(trade)),
  }),
}
