/** bitFlyer Lightning, keyless HTTP API, JSON numbers. https://lightning.bitflyer.com/docs */
import type { Quote, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, millisFromIso, optional, price, reply, same, text, unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'

const source = exchangeSource({
  name: 'bitflyer',
  origin: 'https://api.bitflyer.com',
  // 500 in five minutes per address.
  rate: { requests: 400, perSeconds: 300 },
  maxBytes: 2 ** 18,
  terms: 'https://lightning.bitflyer.com/docs',
})

/**
 * `{"product_code":"BTC_JPY","state":"RUNNING","timestamp":"2017-12-20T07:44:19.23","best_bid":1,"best_ask":2,"ltp":1}`.
 * `timestamp` is in UTC although it names no zone, and it moves with the book.
 */
const quote = (body: Piece): Quote => ({
  bid: price(field(body, 'best_bid')),
  ask: price(field(body, 'best_ask')),
  last: price(field(body, 'ltp')),
  bookAt: millisFromIso(field(body, 'timestamp')),
  lastAt: null,
})

/**
 * Between sessions and after a circuit breaker orders wait for an auction, and the bid may be above the ask. Old
 * replies have no state.
 */
const isRunning = (body: Piece): boolean => {
  const state = optional(body, 'state')
  return state === null || text(state) === 'RUNNING'
}

/** Errors are `{"status":-100,"error_message":"Invalid product","data":null}`. */
const answer = (body: string): Piece => unrefused(reply(body), 'error_message')

export const bitflyer: Venue = {
  source,
  symbols: { 'BTC/JPY': 'BTC_JPY', 'ETH/JPY': 'ETH_JPY' },
  /** `[{"product_code":"BTC_JPY","market_type":"Spot"}]`: there is no status, and every listed product trades. */
  instruments: {
    provider: source,
    path: '/v1/getmarkets',
    read: (body) => items(answer(body)).map((row) => ({ symbol: text(field(row, 'product_code')), trading: true })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/v1/ticker?product_code=${symbol}`,
      read: (body) => {
        const ticker = answer(body)
        same(field(ticker, 'product_code'), symbol)
        const read = quote(ticker)
        return isRunning(ticker) ? { [symbol]: read } : {}
      },
    })),
}
