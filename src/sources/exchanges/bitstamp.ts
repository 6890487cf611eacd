/** Bitstamp, keyless REST v2. All values are strings, times in seconds. https://www.bitstamp.net/api/ */
import type { Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, millisFromSeconds, optional, positive, price, reply, same, text } from '../shape.ts'
import { unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'bitstamp',
  origin: 'https://www.bitstamp.net',
  // 400 a second and 10,000 in ten minutes: the second limit is the lower one.
  rate: { requests: 100, perSeconds: 10 },
  maxBytes: 2 ** 22,
  terms: 'https://www.bitstamp.net/terms-of-use/',
})

/**
 * `{"bid":"1","ask":"2","last":"1.5","timestamp":"1643640186",…}`. `timestamp` is the second in which the venue wrote
 * this reply, also without trades. So it is the time of the book, not of the last trade. Newer replies name their
 * market, `"pair":"BTC/USD","market":"BTC/USD","market_type":"SPOT"`; it must be the requested one.
 */
const quote = (body: Piece, symbol: string): Quote => {
  const said = [optional(body, 'pair'), optional(body, 'market')]
  for (const name of said) if (name) same(name, marketOf(symbol))
  return {
    bid: price(field(body, 'bid')),
    ask: price(field(body, 'ask')),
    last: price(field(body, 'last')),
    bookAt: millisFromSeconds(field(body, 'timestamp')),
    lastAt: null,
  }
}

/** The market's name, `BTC/USD` for `btcusd`. All our quote currencies have three letters. */
const marketOf = (symbol: string): string => `${symbol.slice(0, -3)}/${symbol.slice(-3)}`.toUpperCase()

/** `{"date":"1560481868","tid":"90574283","price":"8194.79","type":"1","amount":"0.00288599"}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'tid')),
  price: positive(field(row, 'price')),
  size: positive(field(row, 'amount')),
  at: millisFromSeconds(field(row, 'date')),
})

/** A trade up to this age is certainly in the page of the last minute. */
const MINUTE_HOLDS_MS = 45_000

/** The reply, unless it is one of the two error objects: `{"status":"error","reason":"…"}`, `{"error":"…"}`. */
export const bitstampReply = (body: string): Piece => unrefused(unrefused(reply(body), 'reason'), 'error')

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
   * `[{"market_symbol":"btcusd","trading":"Enabled",…}]`. In February 2026 the list replaced
   * `/api/v2/trading-pairs-info/`, where the same field is called `url_symbol`. Both names are read.
   */
  instruments: {
    provider: source,
    path: '/api/v2/markets/',
    read: (body) =>
      items(bitstampReply(body)).map((row) => ({
        symbol: text(optional(row, 'url_symbol') ?? field(row, 'market_symbol')),
        trading: text(field(row, 'trading')) === 'Enabled',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/api/v2/ticker/${symbol}/`,
      read: (body) => ({ [symbol]: quote(bitstampReply(body), symbol) }),
    })),
  /**
   * The API has no cursor, only the trades of the last minute, hour or day, newest first. The minute is requested if
   * the last known trade is young enough to be in it, even if the clocks differ and the reply is slow. Times are whole
   * seconds.
   */
  trades: (symbol, { near }) => ({
    provider: source,
    path: `/api/v2/transactions/${symbol}/?time=${near && near.ageMs <= MINUTE_HOLDS_MS ? 'minute' : 'hour'}`,
    read: (body) => oldestFirst(items(bitstampReply(body)).map(trade)),
  }),
}
