import { MINUTE_MS } from '../../../time-units.ts'
import { type Dialect, directory, ok, price, size } from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** bitbank. `buy` is the bid, `sell` the ask; the list lives on another host. https://github.com/bitbankinc/bitbank-api-docs */
const INSTRUMENTS = listed(
  'bitbank',
  `btc_jpy   BTC/JPY   0 4
   eth_jpy   ETH/JPY   0 4
   sol_jpy   SOL/JPY   0 4
   xrp_jpy   XRP/JPY   3 4
   ada_jpy   ADA/JPY   3 4
   doge_jpy  DOGE/JPY  3 4
   xrp_btc   XRP/BTC   8 4 halted`,
)

const find = directory(INSTRUMENTS)
const give = (data: unknown) => ok({ success: 1, data })
const refuse = (code: number) => ok({ success: 0, data: { code } })
const NO_SUCH_PATH = 10_000

export const bitbank: Dialect = {
  provider: 'bitbank',
  hosts: ['public.bitbank.cc', 'api.bitbank.cc'],
  serves: 'pairs (second host), ticker, tickers, transactions, candlestick, depth',
  instruments: INSTRUMENTS,
  answer({ host, path }, view) {
    if (host === 'api.bitbank.cc') {
      return path === '/v1/spot/pairs' ? give({ pairs: INSTRUMENTS.map(pair) }) : refuse(NO_SUCH_PATH)
    }
    const [, symbol = '', call = '', kind = '', day = ''] = path.split('/')
    if (symbol === 'tickers' || symbol === 'tickers_jpy')
      return give(INSTRUMENTS.filter((one) => one.trading).map((one) => ({ pair: one.symbol, ...ticker(one, view) })))
    const one = find(symbol)
    if (one === null) return refuse(NO_SUCH_PATH)
    if (call === 'ticker') return give(ticker(one, view))
    if (call === 'transactions') return give({ transactions: transactions(one, kind, view) })
    if (call === 'candlestick') return candlestick(one, kind, day, view)
    if (call === 'depth') return give(depth(one, view))
    return refuse(NO_SUCH_PATH)
  },
}

const pair = (one: Instrument) => ({
  name: one.symbol,
  base_asset: one.base.toLowerCase(),
  quote_asset: one.quote.toLowerCase(),
  maker_fee_rate_base: '0',
  taker_fee_rate_base: '0',
  maker_fee_rate_quote: '-0.0002',
  taker_fee_rate_quote: '0.0012',
  unit_amount: '0.0001',
  limit_max_amount: '1000',
  market_max_amount: '10',
  market_allowance_rate: '0.2',
  price_digits: one.priceDecimals,
  amount_digits: one.sizeDecimals,
  is_enabled: one.trading,
  stop_order: false,
  stop_order_and_cancel: false,
  stop_market_order: false,
  stop_stop_order: false,
  stop_stop_limit_order: false,
  stop_margin_long_order: false,
  stop_margin_short_order: false,
  stop_buy_order: false,
  stop_sell_order: false,
})

const ticker = (one: Instrument, view: View) => {
  const { bid, ask, open, high, low, last, lots } = view.quote(one)
  return {
    sell: price(one, ask),
    buy: price(one, bid),
    high: price(one, high),
    low: price(one, low),
    open: price(one, open),
    last: price(one, last.ticks),
    vol: size(one, lots),
    timestamp: view.now,
  }
}

const utcDay = (ms: number): string => new Date(ms).toISOString().slice(0, 10).replaceAll('-', '')

/** The last 60 without a day, newest first. */
const transactions = (one: Instrument, day: string, view: View) => {
  const all = view.trades(one)
  const wanted = day === '' ? all.slice(-60) : all.filter(({ at }) => utcDay(at) === day)
  return wanted
    .map(({ id, at, ticks, lots, bought }) => ({
      transaction_id: id,
      side: bought ? 'buy' : 'sell',
      price: price(one, ticks),
      amount: size(one, lots),
      executed_at: at,
    }))
    .toReversed()
}

const TYPES: Readonly<Record<string, number>> = { '1min': 1, '5min': 5, '15min': 15, '30min': 30, '1hour': 60 }

/** Open, high, low, close, volume, milliseconds; one day per call. */
const candlestick = (one: Instrument, type: string, day: string, view: View) => {
  const minutes = TYPES[type]
  if (minutes === undefined || !/^\d{8}$/.test(day)) return refuse(NO_SUCH_PATH)
  const ohlcv = view
    .bars(one, minutes * MINUTE_MS)
    .filter((bar) => utcDay(bar.start) === day)
    .map((bar) => [
      price(one, bar.open),
      price(one, bar.high),
      price(one, bar.low),
      price(one, bar.close),
      size(one, bar.lots),
      bar.start,
    ])
  return give({ candlestick: [{ type, ohlcv }], timestamp: view.now })
}

const depth = (one: Instrument, view: View) => {
  const { bids, asks } = view.book(one, 200)
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return { asks: asks.map(row), bids: bids.map(row), timestamp: view.now, sequenceId: String(view.now) }
}
