/** Bitfinex, keyless REST v2. Rows are lists of JSON numbers, read by position. https://docs.bitfinex.com/reference */
import type { Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { decimal, item, items, positive, price, refusal, reply, text, whole } from '../shape.ts'
import { askedSymbol, readAsked } from './asked-rows.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'bitfinex',
  origin: 'https://api-pub.bitfinex.com',
  // 10 to 90 a minute by path, 30 for tickers. An address above the limit is blocked for a minute.
  rate: { requests: 30, perSeconds: 60 },
  maxBytes: 2 ** 20,
  terms: 'https://www.bitfinex.com/legal/exchange/terms',
})

/** The list of the reply, unless it is `["error",10020,"symbol: invalid"]`. */
export const bitfinexReply = (body: string): Piece => {
  const list = reply(body)
  const [first, ...words] = items(list)
  if (first?.value === 'error') throw refusal(words.map(text).join(' '))
  return list
}

/** `[symbol, bid, bid size, ask, ask size, change, relative change, last, volume, high, low]`, without any time. */
const quote = (row: Piece): Quote => ({
  bid: price(item(row, 1)),
  ask: price(item(row, 3)),
  last: price(item(row, 7)),
  bookAt: null,
  lastAt: null,
})

/** `[id, milliseconds, amount, price]`; the amount of a sale is negative. */
const trade = (row: Piece): Trade => {
  const amount = item(row, 2)
  return {
    id: text(item(row, 0)),
    price: positive(item(row, 3)),
    size: positive({ path: amount.path, value: decimal(amount).replace('-', '') }),
    at: whole(item(row, 1)),
  }
}

export const bitfinex: Venue = {
  source,
  /** UST is USDT, UDC is USDC. A code of more than three letters is separated by a colon. */
  symbols: {
    'BTC/USD': 'tBTCUSD',
    'ETH/USD': 'tETHUSD',
    'SOL/USD': 'tSOLUSD',
    'XRP/USD': 'tXRPUSD',
    'ADA/USD': 'tADAUSD',
    'DOGE/USD': 'tDOGE:USD',
    'BTC/EUR': 'tBTCEUR',
    'ETH/EUR': 'tETHEUR',
    'USDT/USD': 'tUSTUSD',
    'USDC/USD': 'tUDCUSD',
    'XAUT/USD': 'tXAUT:USD',
  },
  /**
   * `[["BTCUSD","XAUT:USD",…]]`: there is no status, and every listed pair trades. The names lack the `t` of trading
   * symbols.
   */
  instruments: {
    provider: source,
    path: '/v2/conf/pub:list:pair:exchange',
    read: (body) => items(item(bitfinexReply(body), 0)).map((pair) => ({ symbol: `t${text(pair)}`, trading: true })),
  },
  /** One request for all symbols. Unknown symbols are missing in the reply. */
  tickers: (symbols) =>
    symbols.length === 0
      ? []
      : [
          {
            provider: source,
            path: `/v2/tickers?symbols=${symbols.join(',')}`,
            read: (body) => {
              const rows = bitfinexReply(body)
              const named = items(rows).map((row) => [askedSymbol(text(item(row, 0)), symbols), row] as const)
              return readAsked(rows, named, quote)
            },
          },
        ],
  /**
   * The oldest 1000 trades from a time in milliseconds on (`sort=1`), so that a busy market is read page by page
   * without a gap.
   */
  trades: (symbol, since) => ({
    provider: source,
    path: `/v2/trades/${symbol}/hist?limit=1000&sort=1&start=${Math.floor(since.at)}`,
    read: (body) => oldestFirst(items(bitfinexReply(body)).map(trade)),
  }),
}
