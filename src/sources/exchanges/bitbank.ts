/** bitbank, keyless REST. Prices are strings, times milliseconds. https://github.com/bitbankinc/bitbank-api-docs */
import type { Quote, Venue } from '../market.ts'
import type { Source } from '../query.ts'
import type { Piece } from '../shape.ts'
import { field, flag, items, optional, price, refusal, reply, text, whole } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'

const source = exchangeSource({
  name: 'bitbank',
  origin: 'https://public.bitbank.cc',
  // No limit is published for these cached files; the API with keys allows ten a second.
  rate: { requests: 10, perSeconds: 1 },
  maxBytes: 2 ** 19,
  terms: 'https://bitbank.cc/doc/tos',
})

/** The list of pairs is on the host of the API with keys, but needs no key. */
const listSource: Source = { ...source, origin: 'https://api.bitbank.cc' }

/** `{"success":1,"data":{…}}`; errors are `{"success":0,"data":{"code":10000}}`. */
const data = (body: string): Piece => {
  const answer = reply(body)
  const inside = field(answer, 'data')
  if (whole(field(answer, 'success')) !== 1) throw refusal(`code ${text(field(inside, 'code'))}`)
  return inside
}

/**
 * `{"sell":"2","buy":"1","last":"1.5","timestamp":1694249441593,…}`: `buy` is the bid, `sell` the ask, both null while
 * a pair is suspended, and `timestamp` is the time of the book. Outside of normal trading the bid may be above the ask;
 * code that uses quotes must check that.
 */
const quote = (body: Piece): Quote => ({
  bid: price(field(body, 'buy')),
  ask: price(field(body, 'sell')),
  last: price(field(body, 'last')),
  bookAt: whole(field(body, 'timestamp')),
  lastAt: null,
})

/** A suspended pair stays enabled; its orders are stopped instead. */
const STOPS = ['stop_order', 'stop_order_and_cancel', 'stop_buy_order', 'stop_sell_order'] as const

const isTrading = (row: Piece): boolean =>
  flag(field(row, 'is_enabled')) &&
  STOPS.every((name) => {
    const stop = optional(row, name)
    return stop === null || !flag(stop)
  })

export const bitbank: Venue = {
  source,
  symbols: { 'BTC/JPY': 'btc_jpy', 'ETH/JPY': 'eth_jpy', 'SOL/JPY': 'sol_jpy' },
  instruments: {
    provider: listSource,
    path: '/v1/spot/pairs',
    read: (body) =>
      items(field(data(body), 'pairs')).map((row) => ({
        symbol: text(field(row, 'name')),
        trading: isTrading(row),
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/${symbol}/ticker`,
      read: (body) => ({ [symbol]: quote(data(body)) }),
    })),
}
