/** Coincheck, keyless REST. The ticker has JSON numbers. https://coincheck.com/documents/exchange/api */
import type { Quote, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, millisFromSeconds, price, reply, text, unrefused } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'

const source = exchangeSource({
  name: 'coincheck',
  origin: 'https://coincheck.com',
  // No limit is published; client libraries use two in three seconds.
  rate: { requests: 10, perSeconds: 15 },
  maxBytes: 2 ** 18,
  terms: 'https://coincheck.com/info/terms',
})

/**
 * `{"last":5052540.0,"bid":5053001.0,"ask":5053397.0,"timestamp":1644249683,…}`. `timestamp` is when the venue wrote
 * the reply. Its edge may deliver the same reply for another ten seconds, so the age of the book counts from it. The
 * reply does not name the pair. It is for the pair in the request.
 */
const quote = (body: Piece): Quote => ({
  bid: price(field(body, 'bid')),
  ask: price(field(body, 'ask')),
  last: price(field(body, 'last')),
  bookAt: millisFromSeconds(field(body, 'timestamp')),
  lastAt: null,
})

/** Errors are `{"success":false,"error":"invalid pair"}`. */
const answer = (body: string): Piece => unrefused(reply(body), 'error')

export const coincheck: Venue = {
  source,
  symbols: { 'BTC/JPY': 'btc_jpy' },
  /**
   * `{"exchange_status":[{"pair":"btc_jpy","status":"available",…}]}`; the other states are `itayose`, an auction, and
   * `stop`.
   */
  instruments: {
    provider: source,
    path: '/api/exchange_status',
    read: (body) =>
      items(field(answer(body), 'exchange_status')).map((row) => ({
        symbol: text(field(row, 'pair')),
        trading: text(field(row, 'status')) === 'available',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/api/ticker?pair=${symbol}`,
      read: (body) => ({ [symbol]: quote(answer(body)) }),
    })),
}
