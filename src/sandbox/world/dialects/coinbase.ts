import { DAY_SECONDS, HOUR_SECONDS } from '../../../time-units.ts'
import {
  type Asked,
  barsWithin,
  type Dialect,
  directory,
  failed,
  limitOf,
  newest,
  numberOf,
  ok,
  price,
  size,
} from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** Coinbase Exchange. https://docs.cdp.coinbase.com/exchange */
const INSTRUMENTS = listed(
  'coinbase',
  `BTC-USD   BTC/USD   2 8
   BTC-EUR   BTC/EUR   2 8
   BTC-GBP   BTC/GBP   2 8
   BTC-USDT  BTC/USDT  2 8
   ETH-USD   ETH/USD   2 8
   ETH-EUR   ETH/EUR   2 8
   ETH-USDT  ETH/USDT  2 8
   SOL-USD   SOL/USD   2 8
   SOL-EUR   SOL/EUR   2 8
   XRP-USD   XRP/USD   4 6
   XRP-EUR   XRP/EUR   4 6
   ADA-USD   ADA/USD   4 8
   DOGE-USD  DOGE/USD  5 1
   POL-USD   POL/USD   4 2
   USDT-USD  USDT/USD  5 2
   USDT-EUR  USDT/EUR  5 2
   PAXG-USD  PAXG/USD  2 8
   BTCAUCTION-USD BTC/USD 2 8 halted`,
)

const find = directory(INSTRUMENTS)
const UNKNOWN = failed(404, { message: 'NotFound' })

export const coinbase: Dialect = {
  provider: 'coinbase',
  hosts: ['api.exchange.coinbase.com'],
  serves: 'products, ticker, trades with cursors, candles, book',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const [, root, id = '', what] = asked.path.split('/')
    if (asked.path === '/time') return ok({ iso: new Date(view.now).toISOString(), epoch: view.now / 1000 })
    if (root !== 'products') return UNKNOWN
    if (id === '') return ok(INSTRUMENTS.map(product))
    const instrument = find(id)
    if (instrument === null) return UNKNOWN
    if (what === undefined) return ok(product(instrument))
    if (what === 'ticker') return ok(ticker(instrument, view))
    if (what === 'trades') return ok(trades(instrument, asked, view))
    if (what === 'candles') return candles(instrument, asked, view)
    if (what === 'book') return ok(book(instrument, asked, view))
    return UNKNOWN
  },
}

const product = (one: Instrument) => ({
  id: one.symbol,
  base_currency: one.base,
  quote_currency: one.quote,
  quote_increment: (10 ** -one.priceDecimals).toFixed(one.priceDecimals),
  base_increment: (10 ** -one.sizeDecimals).toFixed(one.sizeDecimals),
  display_name: `${one.base}-${one.quote}`,
  min_market_funds: '1',
  margin_enabled: false,
  post_only: false,
  limit_only: false,
  cancel_only: !one.trading,
  status: 'online',
  status_message: '',
  trading_disabled: false,
  fx_stablecoin: false,
  max_slippage_percentage: '0.02000000',
  auction_mode: false,
  high_bid_limit_percentage: '',
})

/** ISO time with microseconds; the simulation has only milliseconds. */
const iso = (ms: number): string => new Date(ms).toISOString().replace('Z', '000Z')

const ticker = (one: Instrument, view: View) => {
  const { ask, bid, last, lots } = view.quote(one)
  return {
    ask: price(one, ask),
    bid: price(one, bid),
    volume: size(one, lots),
    trade_id: last.id,
    price: price(one, last.ticks),
    size: size(one, last.lots),
    time: iso(last.at),
    rfq_volume: '0.00000000',
    conversions_volume: '0.00',
  }
}

/** Newest first. `before` is a cursor to newer trades and `after` one to older ones; both are trade ids. */
const trades = (one: Instrument, { query }: Asked, view: View) => {
  const newerThan = numberOf(query.get('before')) ?? 0
  const olderThan = numberOf(query.get('after')) ?? Number.POSITIVE_INFINITY
  const wanted = view.trades(one).filter(({ id }) => id > newerThan && id < olderThan)
  return newest(wanted, limitOf(query.get('limit'), 1000, 1000))
    .map(({ id, at, ticks, lots, bought }) => ({
      trade_id: id,
      // The maker's side, which is the opposite of the taker's.
      side: bought ? 'sell' : 'buy',
      size: size(one, lots),
      price: price(one, ticks),
      time: iso(at),
    }))
    .toReversed()
}

const GRANULARITIES = [60, 300, 900, HOUR_SECONDS, 6 * HOUR_SECONDS, DAY_SECONDS]

const MOST_CANDLES = 300
const TOO_MANY =
  'granularity too small for the requested time range. Count of aggregations requested exceeds ' + MOST_CANDLES

/** ISO 8601 or Unix seconds. */
const timeOf = (text: string | null): number | null => {
  const seconds = numberOf(text)
  const ms = seconds === null ? Date.parse(text ?? '') : seconds * 1000
  return Number.isFinite(ms) ? ms : null
}

/**
 * Low before high, newest first, JSON numbers; minutes without trades are left out. Both ends are included, and one
 * without the other is ignored. "Some of those candles may precede your declared start value": one does, when the page
 * is not full.
 */
const candles = (one: Instrument, { query }: Asked, view: View) => {
  const seconds = numberOf(query.get('granularity')) ?? 60
  if (!GRANULARITIES.includes(seconds)) return failed(400, { message: 'Unsupported granularity' })
  const length = seconds * 1000
  const [start, end] = [timeOf(query.get('start')), timeOf(query.get('end'))]
  const last = Math.floor((start === null || end === null ? view.now : end) / length) * length
  const furthest = last - (MOST_CANDLES - 1) * length
  const first = start === null || end === null ? furthest : Math.ceil(start / length) * length
  if (first < furthest) return failed(400, { message: TOO_MANY })
  const number = (ticks: number) => Number(price(one, ticks))
  return ok(
    barsWithin(view, one, length, Math.max(first - length, furthest), last)
      .filter((bar) => bar.count > 0)
      .map((bar) => [
        bar.start / 1000,
        number(bar.low),
        number(bar.high),
        number(bar.open),
        number(bar.close),
        Number(size(one, bar.lots)),
      ])
      .toReversed(),
  )
}

/** Levels of a side of a whole book. */
const WHOLE_BOOK = 1000

const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, query.get('level') === '2' ? WHOLE_BOOK : 1)
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots), 1]
  return {
    bids: bids.map(row),
    asks: asks.map(row),
    sequence: Math.floor(view.now),
    auction_mode: false,
    auction: null,
    time: iso(view.now),
  }
}
