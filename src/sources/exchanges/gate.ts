/** Gate, keyless REST v4. Prices are strings. https://www.gate.com/docs/developers/apiv4/ */
import type { VolumeBar, Quote, Trade, Venue } from '../market.ts'
import type { Piece } from '../shape.ts'
import { decimal, field, item, items, positive, price, reply, same, text } from '../shape.ts'
import { unrefused, whole } from '../shape.ts'
import { closedBar } from './closed-bar.ts'
import { exchangeSource } from './exchange-source.ts'
import { oldestFirst } from './oldest-first.ts'

const source = exchangeSource({
  name: 'gateio',
  origin: 'https://api.gateio.ws',
  // 200 in ten seconds per path.
  rate: { requests: 100, perSeconds: 10 },
  maxBytes: 2 ** 22,
  terms: 'https://www.gate.com/legal/user-agreement',
})

/** `{"currency_pair":"BTC_USDT","last":"1.5","lowest_ask":"2","highest_bid":"1",…}`, without any time. */
const quote = (row: Piece): Quote => ({
  bid: price(field(row, 'highest_bid')),
  ask: price(field(row, 'lowest_ask')),
  last: price(field(row, 'last')),
  bookAt: null,
  lastAt: null,
})

/** `{"id":"1232893232","create_time_ms":"1548000000123.456","side":"buy","amount":"0.15","price":"0.03",…}` */
const trade = (row: Piece): Trade => ({
  id: text(field(row, 'id')),
  price: positive(field(row, 'price')),
  size: positive(field(row, 'amount')),
  at: Math.floor(Number(decimal(field(row, 'create_time_ms')))),
})

/** `[seconds, turnover, close, high, low, open, volume, "true" once closed]` */
const bar = (row: Piece): VolumeBar =>
  closedBar(
    { start: whole(item(row, 0)) * 1000, volume: decimal(item(row, 6)), turnover: decimal(item(row, 1)) },
    row.path,
  )

const isClosed = (row: Piece): boolean => text(item(row, 7)) === 'true'

/** Errors are `{"label":"INVALID_CURRENCY_PAIR","message":"…"}`. */
const answer = (body: string): Piece => unrefused(unrefused(reply(body), 'message'), 'label')

export const gate: Venue = {
  source,
  symbols: { 'BTC/USDT': 'BTC_USDT', 'ETH/USDT': 'ETH_USDT', 'SOL/USDT': 'SOL_USDT' },
  /** `[{"id":"BTC_USDT","trade_status":"tradable",…}]`; the other states are `buyable`, `sellable` and `untradable`. */
  instruments: {
    provider: source,
    path: '/api/v4/spot/currency_pairs',
    read: (body) =>
      items(answer(body)).map((row) => ({
        symbol: text(field(row, 'id')),
        trading: text(field(row, 'trade_status')) === 'tradable',
      })),
  },
  tickers: (symbols) =>
    symbols.map((symbol) => ({
      provider: source,
      path: `/api/v4/spot/tickers?currency_pair=${symbol}`,
      read: (body) => {
        const [row] = items(answer(body))
        if (!row) return {}
        same(field(row, 'currency_pair'), symbol)
        return { [symbol]: quote(row) }
      },
    })),
  /**
   * At most 1000 trades from a time in whole seconds on, newest first in the reply. If there are more, the oldest ones
   * are missing. The venue advises against paging by `last_id`, and ignores the time then.
   */
  trades: (symbol, since) => ({
    provider: source,
    path: `/api/v4/spot/trades?currency_pair=${symbol}&limit=1000&from=${Math.floor(since.at / 1000)}`,
    read: (body) => oldestFirst(items(answer(body)).map(trade)),
  }),
  /** Ten minutes, oldest first. */
  bars: (symbol) => ({
    provider: source,
    path: `/api/v4/spot/candlesticks?currency_pair=${symbol}&interval=1m&limit=10`,
    read: (body) =>
      items(answer(body))
        .filter(isClosed)
        .map(bar)
        .toSorted((left, right) => left.start - right.start),
  }),
}
