import { MINUTE_MS } from '../../../time-units.ts'
import { turnoverDecimals } from '../bars.ts'
import { type Asked, type Dialect, directory, limitOf, newest, numberOf, ok, price, size } from '../dialect.ts'
import { type Instrument, listed, scaled } from '../instruments.ts'
import type { View } from '../view.ts'
import { optionInstruments } from './bybit-instruments.ts'
import { optionTickers } from './bybit-options.ts'
import { bybitFutures } from './dated/bybit-futures.ts'
import { bybitLinear } from './perpetuals/bybit-linear.ts'

/**
 * Bybit v5: spot, linear contracts and option chains. At most 60 trades per call.
 * https://bybit-exchange.github.io/docs/v5/intro
 */
const INSTRUMENTS = listed(
  'bybit',
  `BTCUSDT   BTC/USDT  1 6
   BTCUSDC   BTC/USDC  1 6
   BTCEUR    BTC/EUR   1 6
   ETHUSDT   ETH/USDT  2 5
   SOLUSDT   SOL/USDT  2 3
   XRPUSDT   XRP/USDT  4 2
   ADAUSDT   ADA/USDT  4 2
   DOGEUSDT  DOGE/USDT 5 1
   USDCUSDT  USDC/USDT 4 2
   USDTUSD   USDT/USD  4 2
   USDTEUR   USDT/EUR  4 2
   XAUTUSDT  XAUT/USDT 1 5
   ETHEUR    ETH/EUR   2 5 halted`,
)

const find = directory(INSTRUMENTS)
const envelope = (view: View, retCode: number, retMsg: string, result: unknown) =>
  ok({ retCode, retMsg, result, retExtInfo: {}, time: view.now })

export const bybit: Dialect = {
  provider: 'bybit',
  hosts: ['api.bytick.com', 'api.bybit.com'],
  serves:
    'spot instruments-info, tickers, recent-trade, kline, orderbook; linear tickers, open-interest and paid rates; tickers and instruments-info of options; instruments-info and tickers of linear and inverse futures',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const { path, query } = asked
    const refuse = (reason: string) => envelope(view, 10_001, reason, {})
    const call = path.replace('/v5/market/', '')
    if (call === 'time')
      return envelope(view, 0, 'OK', {
        timeSecond: String(Math.floor(view.now / 1000)),
        timeNano: `${Math.floor(view.now)}000000`,
      })
    const futures = bybitFutures(asked, view)
    if (futures !== null) return futures
    if (query.get('category') === 'linear') return bybitLinear(asked, view)
    if (call === 'tickers' && query.get('category') === 'option') {
      const rows = optionTickers(query, view)
      return rows === null ? refuse('baseCoin is invalid') : envelope(view, 0, 'OK', { category: 'option', list: rows })
    }
    if (call === 'instruments-info' && query.get('category') === 'option') {
      const page = optionInstruments(query, view)
      return page === null ? refuse('baseCoin is invalid') : envelope(view, 0, 'OK', page)
    }
    if (query.get('category') !== 'spot') return refuse('Illegal category')
    const symbol = query.get('symbol')
    const one = find(symbol)
    if (symbol !== null && one === null) return refuse('Not supported symbols')
    const some = one === null ? INSTRUMENTS : [one]
    const list = (rows: readonly unknown[]) => envelope(view, 0, 'OK', { category: 'spot', list: rows })
    if (call === 'instruments-info') return list(some.map(instrument))
    if (call === 'tickers') return list(some.filter((row) => row.trading).map((row) => ticker(row, view)))
    if (one === null) return refuse('params error: Missing some parameters that must be filled in, symbol')
    if (call === 'recent-trade') return list(trades(one, asked, view))
    if (call === 'kline')
      return envelope(view, 0, 'OK', { symbol: one.symbol, category: 'spot', list: candles(one, asked, view) })
    if (call === 'orderbook') return envelope(view, 0, 'OK', book(one, asked, view))
    return refuse('Request path not found')
  },
}

const instrument = (one: Instrument) => ({
  symbol: one.symbol,
  baseCoin: one.base,
  quoteCoin: one.quote,
  innovation: '0',
  status: one.trading ? 'Trading' : 'PreLaunch',
  marginTrading: 'utaOnly',
  stTag: '0',
  lotSizeFilter: {
    basePrecision: (10 ** -one.sizeDecimals).toFixed(one.sizeDecimals),
    quotePrecision: '0.00000001',
    minOrderQty: '0.000048',
    maxOrderQty: '71.73956243',
    minOrderAmt: '5',
    maxOrderAmt: '2000000',
  },
  priceFilter: { tickSize: (10 ** -one.priceDecimals).toFixed(one.priceDecimals) },
  riskParameters: { priceLimitRatioX: '0.01', priceLimitRatioY: '0.02' },
})

const ticker = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  return {
    symbol: one.symbol,
    bid1Price: price(one, quote.bid),
    bid1Size: size(one, quote.bidLots),
    ask1Price: price(one, quote.ask),
    ask1Size: size(one, quote.askLots),
    lastPrice: price(one, quote.last.ticks),
    prevPrice24h: price(one, quote.open),
    price24hPcnt: (quote.last.ticks / quote.open - 1).toFixed(4),
    highPrice24h: price(one, quote.high),
    lowPrice24h: price(one, quote.low),
    turnover24h: scaled(BigInt(quote.lots) * BigInt(quote.last.ticks), turnoverDecimals(one)),
    volume24h: size(one, quote.lots),
    // Absent in many replies; this venue writes an absent value as an empty string.
    usdIndexPrice: '',
  }
}

/** Newest first. */
const trades = (one: Instrument, { query }: Asked, view: View) =>
  newest(view.trades(one), limitOf(query.get('limit'), 60, 60))
    .map(({ id, at, ticks, lots, bought }) => ({
      execId: `21${String(id).padStart(17, '0')}`,
      symbol: one.symbol,
      price: price(one, ticks),
      size: size(one, lots),
      side: bought ? 'Buy' : 'Sell',
      time: String(at),
      isBlockTrade: false,
      isRPITrade: false,
    }))
    .toReversed()

/** Newest first, including the present bar. */
const candles = (one: Instrument, { query }: Asked, view: View) => {
  const start = numberOf(query.get('start')) ?? 0
  const end = numberOf(query.get('end')) ?? view.now
  return view
    .bars(one, limitOf(query.get('interval'), 1, 720) * MINUTE_MS)
    .filter((bar) => bar.start >= start && bar.start <= end)
    .slice(-limitOf(query.get('limit'), 200, 1000))
    .map((bar) => [
      String(bar.start),
      price(one, bar.open),
      price(one, bar.high),
      price(one, bar.low),
      price(one, bar.close),
      size(one, bar.lots),
      scaled(bar.turnover, turnoverDecimals(one)),
    ])
    .toReversed()
}

const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('limit'), 1, 200))
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return { s: one.symbol, b: bids.map(row), a: asks.map(row), ts: view.now, u: view.now, seq: view.now, cts: view.now }
}
