/** Kraken spot, keyless REST. HTTP 200 even on errors: `{"error":[],"result":{}}`. https://docs.kraken.com/api */
import { decimalProduct } from '../decimal-text.ts'
import type { VolumeBar, Quote, Trade, Venue } from '../market.ts'
import { UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, entries, field, item, items, millisFromSeconds, optional, positive } from '../shape.ts'
import { price, refusal, reply, text, whole } from '../shape.ts'
import { readAsked } from './asked-rows.ts'
import { closedBar } from './closed-bar.ts'
import { exchangeSource } from './exchange-source.ts'
import { askedPair } from './kraken-pair.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'kraken',
  origin: 'https://api.kraken.com',
  // About one a second. Tickers, trades and bars may be requested at once, so the limit is counted over fifteen
  // seconds.
  rate: { requests: 15, perSeconds: 15 },
  maxBytes: 2 ** 22,
  terms: 'https://www.kraken.com/legal',
})

/** The field `result` of a reply without errors. */
export const krakenResult = (body: string): Piece => {
  const answer = reply(body)
  const errors = items(field(answer, 'error'))
  if (errors.length > 0) throw refusal(errors.map(text).join(', '))
  return field(answer, 'result')
}

/** The rows of one pair: `{"XXBTZUSD":[…],"last":"…"}`. */
const rowsOf = (answer: Piece, pair: string): readonly Piece[] => {
  const own = entries(answer).find(([key]) => askedPair(key, [pair]) !== null)
  if (!own) throw new UnreadableReply(`${answer.path}.${pair} is missing`)
  return items(own[1])
}

/** `{"a":[ask,lots,size],"b":[bid,lots,size],"c":[last,size],…}`, without any time. */
const quote = (row: Piece): Quote => ({
  bid: price(item(field(row, 'b'), 0)),
  ask: price(item(field(row, 'a'), 0)),
  last: price(item(field(row, 'c'), 0)),
  bookAt: null,
  lastAt: null,
})

/** `[price, volume, seconds with a fraction, "b" or "s", "m" or "l", "", id]` */
const trade = (row: Piece): Trade => ({
  id: text(item(row, 6)),
  price: positive(item(row, 0)),
  size: positive(item(row, 1)),
  at: millisFromSeconds(item(row, 2)),
})

/** `[seconds, open, high, low, close, vwap, volume, count]`; a minute without trades has vwap and volume zero. */
const bar = (row: Piece): VolumeBar => {
  const volume = decimal(item(row, 6))
  const turnover = decimalProduct(decimal(item(row, 5)), volume)
  return closedBar({ start: whole(item(row, 0)) * 1000, volume, turnover }, row.path)
}

export const kraken: Venue = {
  source,
  symbols: {
    'BTC/USD': 'XBTUSD',
    'ETH/USD': 'ETHUSD',
    'SOL/USD': 'SOLUSD',
    'XRP/USD': 'XRPUSD',
    'ADA/USD': 'ADAUSD',
    'DOGE/USD': 'XDGUSD',
    'POL/USD': 'POLUSD',
    'BTC/EUR': 'XBTEUR',
    'ETH/EUR': 'ETHEUR',
    'SOL/EUR': 'SOLEUR',
    'BTC/GBP': 'XBTGBP',
    'BTC/JPY': 'XBTJPY',
    'ETH/JPY': 'ETHJPY',
    'USDT/USD': 'USDTUSD',
    'USDC/USD': 'USDCUSD',
    'PAXG/USD': 'PAXGUSD',
    'XAUT/USD': 'XAUTUSD',
    'EUR/USD': 'EURUSD',
    'GBP/USD': 'GBPUSD',
    'USD/JPY': 'USDJPY',
    'USD/CHF': 'USDCHF',
    'USD/CAD': 'USDCAD',
  },
  /** `{"XXBTZUSD":{"altname":"XBTUSD","status":"online",…}}`; replies before 2022 have no status. */
  instruments: {
    provider: source,
    path: '/0/public/AssetPairs',
    read: (body) =>
      entries(krakenResult(body)).map(([, pair]) => {
        const status = optional(pair, 'status')
        return { symbol: text(field(pair, 'altname')), trading: status === null || text(status) === 'online' }
      }),
  },
  /**
   * One request for all pairs. A single unknown pair makes it fail (`EQuery:Unknown asset pair`), so pairs are filtered
   * by `instruments` first.
   */
  tickers: (symbols) =>
    symbols.length === 0
      ? []
      : [
          {
            provider: source,
            path: `/0/public/Ticker?pair=${symbols.join(',')}`,
            read: (body) => {
              const rows = krakenResult(body)
              return readAsked(
                rows,
                entries(rows).map(([key, row]) => [askedPair(key, symbols), row] as const),
                quote,
              )
            },
          },
        ],
  /**
   * The oldest 1000 trades after a time in nanoseconds, exclusive, so that a busy market is read page by page without a
   * gap. The request starts a millisecond earlier, so that the page begins with what the caller already has.
   */
  trades: (symbol, since) => ({
    provider: source,
    path: `/0/public/Trades?pair=${symbol}&count=1000&since=${BigInt(Math.floor(since.at) - 1) * 1_000_000n}`,
    read: (body) => oldestFirst(rowsOf(krakenResult(body), symbol).map(trade)),
  }),
  /**
   * The latest 720 minutes. `last` is the newest closed bar; the running one follows it. Turnover is vwap times volume,
   * with every digit; the venue rounds the vwap to the tick of the pair.
   */
  bars: (symbol) => ({
    provider: source,
    path: `/0/public/OHLC?pair=${symbol}&interval=1`,
    read: (body) => {
      const answer = krakenResult(body)
      const newestClosed = whole(field(answer, 'last'))
      return rowsOf(answer, symbol)
        .filter((row) => whole(item(row, 0)) <= newestClosed)
        .map(bar)
    },
  }),
}
