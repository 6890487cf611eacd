import { DAY_MS, HOUR_MS } from '../../../time-units.ts'
import {
  type Asked,
  barsWithin,
  type Dialect,
  directory,
  failed,
  limitOf,
  numberOf,
  ok,
  price,
  size,
} from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** Bitstamp v2. All values are strings and every path ends in a slash. https://www.bitstamp.net/api/ */
const INSTRUMENTS = listed(
  'bitstamp',
  `btcusd   BTC/USD   2 8
   btceur   BTC/EUR   2 8
   btcgbp   BTC/GBP   2 8
   btcusdt  BTC/USDT  2 8
   ethusd   ETH/USD   2 8
   etheur   ETH/EUR   2 8
   solusd   SOL/USD   3 8
   soleur   SOL/EUR   3 8
   xrpusd   XRP/USD   5 8
   xrpeur   XRP/EUR   5 8
   adausd   ADA/USD   5 8
   adaeur   ADA/EUR   5 8
   dogeusd  DOGE/USD  6 8
   dogeeur  DOGE/EUR  6 8
   usdtusd  USDT/USD  5 5
   usdteur  USDT/EUR  5 5
   usdcusd  USDC/USD  5 5
   usdceur  USDC/EUR  5 5
   eurusd   EUR/USD   5 5
   gbpusd   GBP/USD   5 5
   gbpeur   GBP/EUR   5 5
   btcusdc  BTC/USDC  2 8 halted`,
)

const find = directory(INSTRUMENTS)
const UNKNOWN = failed(404, { status: 'error', reason: 'Invalid market symbol.', code: 'API0001' })
const WINDOWS: Readonly<Record<string, number>> = { minute: 60_000, hour: HOUR_MS, day: DAY_MS }

export const bitstamp: Dialect = {
  provider: 'bitstamp',
  hosts: ['www.bitstamp.net'],
  serves: 'markets, trading-pairs-info, ticker, transactions, ohlc, order_book; EUR/USD and GBP/USD too',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const [, , version, what, symbol] = asked.path.split('/')
    if (version !== 'v2' || !asked.path.endsWith('/')) return UNKNOWN
    if (what === 'trading-pairs-info') return ok(INSTRUMENTS.map(pairInfo))
    if (what === 'markets') return ok(INSTRUMENTS.map(market))
    if (what === 'ticker' && symbol === '')
      return ok(INSTRUMENTS.filter((one) => one.trading).map((one) => ({ ...ticker(one, view), pair: name(one) })))
    const instrument = find(symbol ?? null)
    if (instrument === null) return UNKNOWN
    if (what === 'ticker' || what === 'ticker_hour') return ok(ticker(instrument, view))
    if (what === 'transactions') return transactions(instrument, asked, view)
    if (what === 'ohlc') return ok({ data: { pair: name(instrument), ohlc: candles(instrument, asked, view) } })
    if (what === 'order_book') return ok(book(instrument, view))
    return UNKNOWN
  },
}

const name = ({ base, quote }: Instrument): string => `${base}/${quote}`

/** An entry of the list until February 2026. */
const pairInfo = (one: Instrument) => ({
  name: name(one),
  url_symbol: one.symbol,
  base_decimals: one.sizeDecimals,
  counter_decimals: one.priceDecimals,
  minimum_order: `10.0 ${one.quote}`,
  trading: one.trading ? 'Enabled' : 'Disabled',
  instant_and_market_orders: 'Enabled',
  description: `${one.base} / ${one.quote}`,
})

/** An entry of the list since then. */
const market = (one: Instrument) => ({
  name: name(one),
  market_symbol: one.symbol,
  base_currency: one.base,
  base_decimals: one.sizeDecimals,
  counter_currency: one.quote,
  counter_decimals: one.priceDecimals,
  minimum_order_value: '10',
  trading: one.trading ? 'Enabled' : 'Disabled',
  instant_order_counter_decimals: one.priceDecimals,
  instant_and_market_orders: 'Enabled',
  description: `${one.base} / ${one.quote}`,
  market_type: 'SPOT',
})

const seconds = (ms: number): string => String(Math.floor(ms / 1000))

const ticker = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  return {
    timestamp: seconds(view.now),
    open: price(one, quote.open),
    high: price(one, quote.high),
    low: price(one, quote.low),
    last: price(one, quote.last.ticks),
    volume: size(one, quote.lots),
    vwap: price(one, Math.round((quote.high + quote.low) / 2)),
    bid: price(one, quote.bid),
    ask: price(one, quote.ask),
    side: quote.last.bought ? '0' : '1',
    open_24: price(one, quote.open),
    percent_change_24: ((quote.last.ticks / quote.open - 1) * 100).toFixed(2),
    market_type: 'SPOT',
  }
}

/** Newest first, whole seconds. */
const transactions = (one: Instrument, { query }: Asked, view: View) => {
  const length = WINDOWS[query.get('time') ?? 'hour']
  if (length === undefined) return failed(400, { status: 'error', reason: 'Invalid time interval.', code: 'API0002' })
  return ok(
    view
      .trades(one)
      .filter(({ at }) => at > view.now - length)
      .map(({ id, at, ticks, lots, bought }) => ({
        date: seconds(at),
        tid: String(id),
        amount: size(one, lots),
        type: bought ? '0' : '1',
        price: price(one, ticks),
      }))
      .toReversed(),
  )
}

/**
 * Oldest first, including minutes without trades. `limit` bars from `start` on, or back from `end`, or back from now;
 * "if both start and end timestamps are posted, end timestamp will be used".
 */
const candles = (one: Instrument, { query }: Asked, view: View) => {
  const length = limitOf(query.get('step'), 60, 259_200) * 1000
  const span = (limitOf(query.get('limit'), 1000, 1000) - 1) * length
  const [start, end] = [numberOf(query.get('start')), numberOf(query.get('end'))]
  const last =
    start !== null && end === null
      ? Math.ceil((start * 1000) / length) * length + span
      : Math.floor(Math.min((end ?? Number.POSITIVE_INFINITY) * 1000, view.now) / length) * length
  return barsWithin(view, one, length, last - span, last).map((bar) => ({
    timestamp: seconds(bar.start),
    open: price(one, bar.open),
    high: price(one, bar.high),
    low: price(one, bar.low),
    close: price(one, bar.close),
    volume: size(one, bar.lots),
  }))
}

/** Levels of a side: the venue sends its whole book. */
const WHOLE_BOOK = 1000

const book = (one: Instrument, view: View) => {
  const { bids, asks } = view.book(one, WHOLE_BOOK)
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return {
    timestamp: seconds(view.now),
    microtimestamp: `${Math.floor(view.now)}000`,
    bids: bids.map(row),
    asks: asks.map(row),
  }
}
