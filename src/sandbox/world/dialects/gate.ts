import { MINUTE_MS } from '../../../time-units.ts'
import { turnoverDecimals } from '../bars.ts'
import { type Asked, type Dialect, directory, failed, limitOf, newest, numberOf, ok, price } from '../dialect.ts'
import { size } from '../dialect.ts'
import { type Instrument, listed, scaled, trimmed } from '../instruments.ts'
import type { View } from '../view.ts'
import { gateFutures } from './perpetuals/gate-futures.ts'

/** Gate v4. Tickers have no time; candles have the quote volume first. https://www.gate.com/docs/developers/apiv4/ */
const INSTRUMENTS = listed(
  'gateio',
  `BTC_USDT   BTC/USDT  1 6
   BTC_USDC   BTC/USDC  1 6
   ETH_USDT   ETH/USDT  2 6
   SOL_USDT   SOL/USDT  2 4
   XRP_USDT   XRP/USDT  4 2
   ADA_USDT   ADA/USDT  4 2
   DOGE_USDT  DOGE/USDT 5 1
   USDC_USDT  USDC/USDT 4 2
   USDT_USD   USDT/USD  4 2
   PAXG_USDT  PAXG/USDT 1 5
   XAUT_USDT  XAUT/USDT 1 5
   LUNC_BTC   ADA/BTC   9 2 halted`,
)

const find = directory(INSTRUMENTS)
const refuse = (name: string | null) =>
  name === null
    ? failed(400, { label: 'MISSING_REQUIRED_PARAM', message: 'Missing required parameter: currency_pair' })
    : failed(400, { label: 'INVALID_CURRENCY_PAIR', message: `Invalid currency pair ${name}` })

export const gate: Dialect = {
  provider: 'gateio',
  hosts: ['api.gateio.ws', 'api.gate.io', 'data.gateapi.io'],
  serves: 'currency_pairs, tickers, trades, candlesticks, order_book; of USDT futures contracts and paid rates',
  alsoCalled: ['gate'],
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const { path, query } = asked
    const [, , , root, what, symbol] = path.split('/')
    if (path.startsWith('/api/v4/futures/usdt/')) return gateFutures(asked, view)
    if (!path.startsWith('/api/v4/') || root !== 'spot')
      return failed(404, { label: 'NOT_FOUND', message: 'Not found' })
    if (what === 'time') return ok({ server_time: view.now })
    if (what === 'currency_pairs' && symbol === undefined) return ok(INSTRUMENTS.map(pair))
    if (what === 'tickers' && !query.has('currency_pair'))
      return ok(INSTRUMENTS.filter((one) => one.trading).map((one) => ticker(one, view)))
    const name = symbol ?? query.get('currency_pair')
    const one = find(name)
    if (one === null) return refuse(name)
    if (what === 'currency_pairs') return ok(pair(one))
    if (what === 'tickers') return ok([ticker(one, view)])
    if (what === 'trades') return ok(trades(one, asked, view))
    if (what === 'candlesticks') return candles(one, asked, view)
    if (what === 'order_book') return ok(book(one, asked, view))
    return failed(404, { label: 'NOT_FOUND', message: 'Not found' })
  },
}

const pair = (one: Instrument) => ({
  id: one.symbol,
  base: one.base,
  quote: one.quote,
  fee: '0.2',
  min_base_amount: '0.0001',
  min_quote_amount: '1',
  amount_precision: one.sizeDecimals,
  precision: one.priceDecimals,
  trade_status: one.trading ? 'tradable' : 'untradable',
  sell_start: 0,
  buy_start: 0,
})

const ticks = (one: Instrument, units: number): string => trimmed(units, one.priceDecimals)

const ticker = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  return {
    currency_pair: one.symbol,
    last: ticks(one, quote.last.ticks),
    lowest_ask: ticks(one, quote.ask),
    highest_bid: ticks(one, quote.bid),
    change_percentage: ((quote.last.ticks / quote.open - 1) * 100).toFixed(2),
    base_volume: size(one, quote.lots),
    quote_volume: scaled(BigInt(quote.lots) * BigInt(quote.last.ticks), turnoverDecimals(one)),
    high_24h: ticks(one, quote.high),
    low_24h: ticks(one, quote.low),
  }
}

/** Newest first; `from` and `to` in seconds; when there is more than a page, the most recent trades. */
const trades = (one: Instrument, { query }: Asked, view: View) => {
  const from = (numberOf(query.get('from')) ?? 0) * 1000
  const until = (numberOf(query.get('to')) ?? Number.POSITIVE_INFINITY) * 1000
  const wanted = view.trades(one).filter(({ at }) => at >= from && at < until + 1000)
  return newest(wanted, limitOf(query.get('limit'), 100, 1000))
    .map(({ id, at, ticks: units, lots, bought }) => ({
      id: String(id),
      create_time: String(Math.floor(at / 1000)),
      create_time_ms: `${at}.000000`,
      currency_pair: one.symbol,
      side: bought ? 'buy' : 'sell',
      amount: size(one, lots),
      price: ticks(one, units),
      sequence_id: String(id),
    }))
    .toReversed()
}

const INTERVALS: Readonly<Record<string, number>> = { '1m': 1, '5m': 5, '15m': 15, '30m': 30, '1h': 60, '1d': 1440 }

/** Time, **quote volume, close, high, low, open**, base volume, closed; oldest first. */
const candles = (one: Instrument, { query }: Asked, view: View) => {
  const minutes = INTERVALS[query.get('interval') ?? '30m']
  if (minutes === undefined) return failed(400, { label: 'INVALID_PARAM_VALUE', message: 'Invalid interval' })
  const from = (numberOf(query.get('from')) ?? 0) * 1000
  const until = (numberOf(query.get('to')) ?? Number.POSITIVE_INFINITY) * 1000
  return ok(
    view
      .bars(one, minutes * MINUTE_MS)
      .filter((bar) => bar.start >= from && bar.start <= until)
      .slice(-limitOf(query.get('limit'), 100, 1000))
      .map((bar) => [
        String(bar.start / 1000),
        scaled(bar.turnover, turnoverDecimals(one)),
        ticks(one, bar.close),
        ticks(one, bar.high),
        ticks(one, bar.low),
        ticks(one, bar.open),
        size(one, bar.lots),
        String(bar.closed),
      ]),
  )
}

const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('limit'), 10, 100))
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return { id: view.now, current: view.now, update: view.now, asks: asks.map(row), bids: bids.map(row) }
}
