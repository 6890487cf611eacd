/** The common API of Binance spot and Binance.US. Prices are strings. https://developers.binance.com/docs */
import { largeQuery, type LargeReader } from '../large-reader.ts'
import type { Listing, Quote, Venue } from '../market.ts'
import type { Source } from '../query.ts'
import type { Piece } from '../shape.ts'
import { field, items, price, reply, text, unrefused, whole } from '../shape.ts'
import { askedSymbol, readAsked } from './asked-rows.ts'

/**
 * `{"symbol":"BTCUSDT","bidPrice":"1","askPrice":"2","lastPrice":"1.5","closeTime":1730439018472,…}`. `closeTime` is
 * the end of the rolling day, which moves with the trades. It is the time of the last trade, not of the book.
 */
const quote = (row: Piece): Quote => ({
  bid: price(field(row, 'bidPrice')),
  ask: price(field(row, 'askPrice')),
  last: price(field(row, 'lastPrice')),
  bookAt: null,
  lastAt: whole(field(row, 'closeTime')),
})

/** The reply. Errors are `{"code":-1121,"msg":"Invalid symbol."}`. */
export const binanceReply = (body: string): Piece => unrefused(reply(body), 'msg')

/** The weight of a list of instruments, of tickers of up to twenty symbols, and of candles. */
export const BINANCE_WEIGHTS = { instruments: 20, tickers: 2, candles: 2 } as const

/** Lists of instruments are the only long replies. */
const LIST_BYTES = 2 ** 23

/** `{"symbols":[{"symbol":"BTCUSDT","status":"TRADING",…}]}` */
export const binanceListings: LargeReader<[], readonly Listing[]> = {
  name: 'binancelistings',
  read: (body) =>
    items(field(binanceReply(body), 'symbols')).map((row) => ({
      symbol: text(field(row, 'symbol')),
      trading: text(field(row, 'status')) === 'TRADING',
    })),
}

export const instrumentsAt = (source: Source, path: string): Venue['instruments'] =>
  largeQuery({ provider: source, path, weight: BINANCE_WEIGHTS.instruments, maxBytes: LIST_BYTES }, binanceListings)

/**
 * One request for all symbols. A single unknown symbol makes it fail (-1121), so symbols are filtered by `instruments`
 * first.
 */
export const tickersOf =
  (source: Source): Venue['tickers'] =>
  (symbols) =>
    symbols.length === 0
      ? []
      : [
          {
            provider: source,
            path: `/api/v3/ticker/24hr?symbols=${encodeURIComponent(JSON.stringify(symbols))}`,
            weight: BINANCE_WEIGHTS.tickers,
            read: (body) => {
              const rows = binanceReply(body)
              const named = items(rows).map((row) => [askedSymbol(text(field(row, 'symbol')), symbols), row] as const)
              return readAsked(rows, named, quote)
            },
          },
        ]
