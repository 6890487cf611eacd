/** OKX, keyless REST v5. All values are strings; an empty one means absent. https://www.okx.com/docs-v5/en/ */
import type { VolumeBar, Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, item, items, optional, positive, price, refusal, reply, same, text, whole } from '../shape.ts'
import { closedBar } from './closed-bar.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'okx',
  origin: 'https://www.okx.com',
  // The limits are per path: 10 or 20 in two seconds, for trades and candles more. Ours is for all paths together. All
  // boards at once ask no path more than ten times.
  rate: { requests: 40, perSeconds: 2 },
  maxBytes: 2 ** 21,
  terms: 'https://www.okx.com/help/terms-of-service',
})

/** The rows of `{"code":"0","msg":"","data":[…]}`; any other code is an error, sent with HTTP 200. */
export const okxData = (body: string): readonly Piece[] => {
  const answer = reply(body)
  const code = text(field(answer, 'code'))
  if (code !== '0') throw refusal(`${code} ${String(optional(answer, 'msg')?.value ?? '')}`)
  return items(field(answer, 'data'))
}

/**
 * `{"instId":"BTC-USDT","last":"1.5","bidPx":"1","askPx":"2","ts":"1789677927362",…}`. `ts` is when the venue made this
 * ticker, with bid and ask: it is the time of the book. The last trade may be older and has no time of its own.
 */
const quote = (row: Piece): Quote => ({
  bid: price(field(row, 'bidPx')),
  ask: price(field(row, 'askPx')),
  last: price(field(row, 'last')),
  bookAt: whole(field(row, 'ts')),
  lastAt: null,
})

/** `{"instId":"BTC-USDT","tradeId":"734864333","px":"102537.9","sz":"0.00013669","side":"sell","ts":"1747087163557"}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'tradeId')),
  price: positive(field(row, 'px')),
  size: positive(field(row, 'sz')),
  at: whole(field(row, 'ts')),
})

/**
 * `[ms, open, high, low, close, volume, volume, turnover, confirm]`: on spot markets the sixth is in coins, the eighth
 * in USDT.
 */
const bar = (row: Piece): VolumeBar =>
  closedBar({ start: whole(item(row, 0)), volume: decimal(item(row, 5)), turnover: decimal(item(row, 7)) }, row.path)

/** `confirm` is "0" while a bar is running. */
const isClosed = (row: Piece): boolean => text(item(row, 8)) === '1'

const MOST_TRADES = 500

export const okx: Venue = {
  source,
  symbols: {
    'BTC/USDT': 'BTC-USDT',
    'ETH/USDT': 'ETH-USDT',
    'SOL/USDT': 'SOL-USDT',
    'XRP/USDT': 'XRP-USDT',
    'ADA/USDT': 'ADA-USDT',
    'DOGE/USDT': 'DOGE-USDT',
    'POL/USDT': 'POL-USDT',
    'PAXG/USDT': 'PAXG-USDT',
    'XAUT/USDT': 'XAUT-USDT',
    'USDT/USD': 'USDT-USD',
  },
  /** `state` is one of `live`, `suspend`, `preopen` and `test`. */
  instruments: {
    provider: source,
    path: '/api/v5/public/instruments?instType=SPOT',
    read: (body) =>
      okxData(body).map((row) => ({
        symbol: text(field(row, 'instId')),
        trading: text(field(row, 'state')) === 'live',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/api/v5/market/ticker?instId=${symbol}`,
      read: (body) => {
        const [row] = okxData(body)
        if (!row) return {}
        same(field(row, 'instId'), symbol)
        return { [symbol]: quote(row) }
      },
    })),
  /** The newest trades, 500 at most, newest first in the reply. Older ones cannot be read any more. */
  trades: (symbol, { near }) => ({
    provider: source,
    path: `/api/v5/market/trades?instId=${symbol}&limit=${Math.min(MOST_TRADES, near?.trades ?? MOST_TRADES)}`,
    read: (body) =>
      oldestFirst(
        okxData(body).map((row) => {
          same(field(row, 'instId'), symbol)
          return trade(row)
        }),
      ),
  }),
  /** Ten minutes, newest first in the reply. */
  bars: (symbol) => ({
    provider: source,
    path: `/api/v5/market/candles?instId=${symbol}&bar=1m&limit=10`,
    read: (body) =>
      okxData(body)
        .filter(isClosed)
        .map(bar)
        .toSorted((left, right) => left.start - right.start),
  }),
}
