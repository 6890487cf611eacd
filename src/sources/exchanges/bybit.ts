/** Bybit, keyless REST v5, spot. Prices are strings. https://bybit-exchange.github.io/docs/v5/intro */
import type { Quote, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { field, items, optional, price, refusal, reply, same, text, whole } from '../shape.ts'
import { exchangeSource } from './exchange-source.ts'

/** A mirror host, because api.bybit.com answers 403 in several countries. */
const source = exchangeSource({
  name: 'bybit',
  origin: 'https://api.bytick.com',
  // 600 in five seconds. An address above the limit is blocked for ten minutes.
  rate: { requests: 50, perSeconds: 5 },
  maxBytes: 2 ** 21,
  terms: 'https://www.bybit.com/en/terms-service/information/',
})

/** `{"retCode":0,"retMsg":"OK","result":{"list":[…]},"time":1673859087947}`; any other code is an error. */
const answer = (body: string): Piece => {
  const envelope = reply(body)
  const code = whole(field(envelope, 'retCode'))
  if (code !== 0) throw refusal(`${code} ${String(optional(envelope, 'retMsg')?.value ?? '')}`)
  return envelope
}

const list = (envelope: Piece): readonly Piece[] => items(field(field(envelope, 'result'), 'list'))

/**
 * `{"symbol":"BTCUSDT","bid1Price":"1","ask1Price":"2","lastPrice":"1.5",…}`. The envelope's `time` is the time of the
 * book in it. The last trade has no time of its own.
 */
const quote = (row: Piece, at: number): Quote => ({
  bid: price(field(row, 'bid1Price')),
  ask: price(field(row, 'ask1Price')),
  last: price(field(row, 'lastPrice')),
  bookAt: at,
  lastAt: null,
})

export const bybit: Venue = {
  source,
  symbols: {
    'SOL/USDT': 'SOLUSDT',
    'XRP/USDT': 'XRPUSDT',
    'ADA/USDT': 'ADAUSDT',
    'DOGE/USDT': 'DOGEUSDT',
    'XAUT/USDT': 'XAUTUSDT',
  },
  /** The spot list is not divided into pages. */
  instruments: {
    provider: source,
    path: '/v5/market/instruments-info?category=spot',
    read: (body) =>
      list(answer(body)).map((row) => ({
        symbol: text(field(row, 'symbol')),
        trading: text(field(row, 'status')) === 'Trading',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/v5/market/tickers?category=spot&symbol=${symbol}`,
      read: (body) => {
        const envelope = answer(body)
        const at = whole(field(envelope, 'time'))
        // In another category the same name is a perpetual with another price.
        same(field(field(envelope, 'result'), 'category'), 'spot')
        const [row] = list(envelope)
        if (!row) return {}
        same(field(row, 'symbol'), symbol)
        return { [symbol]: quote(row, at) }
      },
    })),
}
