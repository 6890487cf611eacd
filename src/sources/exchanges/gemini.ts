/** Gemini, keyless REST v1. Prices are strings, ids and times numbers. https://docs.gemini.com/rest/market-data */
import type { Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, positive, price, reply, text, unrefused, whole } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'gemini',
  origin: 'https://api.gemini.com',
  rate: { requests: 110, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://www.gemini.com/legal/api-agreement',
})

/** The two currencies of `btcusd`, in which its volume is counted. All our quote currencies have three letters. */
const currenciesOf = (symbol: string): readonly string[] =>
  [symbol.slice(0, -3), symbol.slice(-3)].map((currency) => currency.toUpperCase())

/**
 * `{"bid":"1","ask":"2","last":"1.5","volume":{"BTC":"9","USD":"9","timestamp":1565587800000}}`. The time is the end of
 * the period of the volume, a multiple of five minutes. It is the time of neither the book nor the trade, but shows
 * that the reply is not old. The currencies of the volume are the only names by which the reply can be checked.
 */
const quote = (body: Piece, symbol: string): Quote => {
  const volume = field(body, 'volume')
  for (const currency of currenciesOf(symbol)) field(volume, currency)
  return {
    bid: price(field(body, 'bid')),
    ask: price(field(body, 'ask')),
    last: price(field(body, 'last')),
    bookAt: null,
    lastAt: null,
    aliveAt: whole(field(volume, 'timestamp')),
  }
}

/** `{"timestampms":1565662735226,"tid":7756154092,"price":"11410.49","amount":"0.03","type":"sell",…}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'tid')),
  price: positive(field(row, 'price')),
  size: positive(field(row, 'amount')),
  at: whole(field(row, 'timestampms')),
})

/** Block trades are agreed outside of the book, so their price is not the market's. */
const isOnBook = (row: Piece): boolean => text(field(row, 'type')) !== 'block'

/** Limit-only markets still match orders; `closed`, `cancel_only` and `post_only` ones do not. */
const TRADING = ['open', 'limit_only']

/** Errors are `{"result":"error","reason":"Bad Request","message":"…"}`. */
const answer = (body: string): Piece => unrefused(unrefused(reply(body), 'message'), 'result')

export const gemini: Venue = {
  source,
  symbols: {
    'BTC/USD': 'btcusd',
    'ETH/USD': 'ethusd',
    'SOL/USD': 'solusd',
    'BTC/EUR': 'btceur',
    'ETH/EUR': 'etheur',
    'BTC/GBP': 'btcgbp',
    'USDT/USD': 'usdtusd',
    'USDC/USD': 'usdcusd',
    'PAXG/USD': 'paxgusd',
  },
  // Nine tickers every five seconds would be 108 requests a minute, and requests for trades come on top.
  rarely: ['BTC/GBP'],
  /** `[{"symbol":"BTCUSD","status":"open",…}]`: upper case in this reply, lower case in every path. */
  instruments: {
    provider: source,
    path: '/v1/symbols/details/all',
    read: (body) =>
      items(answer(body)).map((row) => ({
        symbol: text(field(row, 'symbol')).toLowerCase(),
        trading: TRADING.includes(text(field(row, 'status'))),
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/v1/pubticker/${symbol}`,
      read: (body) => ({ [symbol]: quote(answer(body), symbol) }),
    })),
  /**
   * At most 500 trades, newest first in the reply, after an id or else after a time in milliseconds. By the
   * documentation a full page has the most recent ones: with more than 500 trades since then, those in between are
   * lost. The id is set one back, so that a page without a gap ends with the trade that the caller already has.
   */
  trades: (symbol, since) => ({
    provider: source,
    path: `/v1/trades/${symbol}?limit_trades=500&${
      since.id === null ? `timestamp=${Math.floor(since.at)}` : `since_tid=${BigInt(since.id) - 1n}`
    }`,
    read: (body) => oldestFirst(items(answer(body)).filter(isOnBook).map(trade)),
  }),
}
