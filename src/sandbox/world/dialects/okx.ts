import { HOUR_MS, MINUTE_MS } from '../../../time-units.ts'
import { turnoverDecimals } from '../bars.ts'
import { type Asked, type Dialect, directory, limitOf, newest, numberOf, ok, price, size } from '../dialect.ts'
import { type Instrument, listed, trimmed } from '../instruments.ts'
import type { View } from '../view.ts'
import { okxFutures } from './dated/okx-futures.ts'
import { okxSwaps } from './perpetuals/okx-swaps.ts'
import { optionInstruments } from './okx-instruments.ts'
import { optionRows } from './okx-options.ts'

/**
 * OKX v5: all values are strings, an empty one for an absent value; errors with status 200.
 * https://www.okx.com/docs-v5/en/
 */
const INSTRUMENTS = listed(
  'okx',
  `BTC-USDT   BTC/USDT  1 8
   BTC-USDC   BTC/USDC  1 8
   BTC-USD    BTC/USD   1 8
   BTC-EUR    BTC/EUR   1 8
   ETH-USDT   ETH/USDT  2 6
   ETH-USD    ETH/USD   2 6
   ETH-EUR    ETH/EUR   2 6
   SOL-USDT   SOL/USDT  2 6
   SOL-EUR    SOL/EUR   2 6
   XRP-USDT   XRP/USDT  4 6
   ADA-USDT   ADA/USDT  4 6
   DOGE-USDT  DOGE/USDT 5 6
   POL-USDT   POL/USDT  4 6
   USDC-USDT  USDC/USDT 4 6
   USDT-USD   USDT/USD  4 6
   USDT-EUR   USDT/EUR  4 6
   PAXG-USDT  PAXG/USDT 1 6
   XAUT-USDT  XAUT/USDT 1 6
   BTC-GBP    BTC/GBP   1 8 halted`,
)

const find = directory(INSTRUMENTS)
const give = (data: readonly unknown[]) => ok({ code: '0', msg: '', data })
const refuse = (code: string, msg: string) => ok({ code, msg, data: [] })
const UNKNOWN = refuse('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.")

export const okx: Dialect = {
  provider: 'okx',
  hosts: ['www.okx.com', 'okx.com', 'us.okx.com', 'eea.okx.com'],
  serves:
    'spot instruments, tickers, ticker, trades, candles, books, books-full; of swaps in USDT funding rates and their history, open interest, marks; indices; opt-summary, open-interest and instruments of options; instruments, marks and open interest of futures',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const { path, query } = asked
    const call = path.replace('/api/v5/', '')
    if (call === 'public/time') return give([{ ts: String(view.now) }])
    const options = optionRows(call, query, view) ?? optionInstruments(call, query, view)
    if (options !== null) return give(options)
    const futures = okxFutures(asked, view)
    if (futures !== null) return futures
    const swaps = okxSwaps(asked, view)
    if (swaps !== null) return swaps
    const isList = call === 'public/instruments' || call === 'market/tickers'
    if (isList && query.get('instType') !== 'SPOT') return refuse('51000', 'Parameter instType error')
    if (isList && !query.has('instId'))
      return give(
        call === 'market/tickers'
          ? INSTRUMENTS.filter((one) => one.trading).map((one) => ticker(one, view))
          : INSTRUMENTS.map(instrument),
      )
    if (!query.has('instId')) return refuse('50014', 'Parameter instId can not be empty.')
    const one = find(query.get('instId'))
    if (one === null) return UNKNOWN
    if (call === 'public/instruments') return give([instrument(one)])
    if (call === 'market/ticker') return give([ticker(one, view)])
    if (call === 'market/trades' || call === 'market/history-trades') return give(trades(one, asked, view))
    if (call === 'market/candles' || call === 'market/history-candles') return candles(one, asked, view)
    if (call === 'market/books') return give([book(one, asked, view)])
    if (call === 'market/books-full') return give([fullBook(one, asked, view)])
    return refuse('50000', 'Invalid path')
  },
}

const instrument = (one: Instrument) => ({
  alias: '',
  baseCcy: one.base,
  category: '1',
  ctMult: '',
  ctType: '',
  ctVal: '',
  ctValCcy: '',
  expTime: '',
  instId: one.symbol,
  instType: 'SPOT',
  lever: '10',
  listTime: '1548133413000',
  lotSz: (10 ** -one.sizeDecimals).toFixed(one.sizeDecimals),
  minSz: '0.00001',
  optType: '',
  quoteCcy: one.quote,
  settleCcy: '',
  state: one.trading ? 'live' : 'suspend',
  stk: '',
  tickSz: (10 ** -one.priceDecimals).toFixed(one.priceDecimals),
  uly: '',
})

const lotsText = (one: Instrument, lots: number | bigint): string => trimmed(lots, one.sizeDecimals)
const ticksText = (one: Instrument, ticks: number): string => trimmed(ticks, one.priceDecimals)

const ticker = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  return {
    instType: 'SPOT',
    instId: one.symbol,
    last: ticksText(one, quote.last.ticks),
    lastSz: lotsText(one, quote.last.lots),
    askPx: ticksText(one, quote.ask),
    askSz: lotsText(one, quote.askLots),
    bidPx: ticksText(one, quote.bid),
    bidSz: lotsText(one, quote.bidLots),
    open24h: ticksText(one, quote.open),
    high24h: ticksText(one, quote.high),
    low24h: ticksText(one, quote.low),
    volCcy24h: trimmed(BigInt(quote.lots) * BigInt(quote.last.ticks), turnoverDecimals(one)),
    vol24h: lotsText(one, quote.lots),
    sodUtc0: ticksText(one, quote.open),
    sodUtc8: ticksText(one, quote.open),
    ts: String(view.now),
  }
}

/** Newest first. `after` and `before` are ids of older and newer trades, and work on the history path only. */
const trades = (one: Instrument, { path, query }: Asked, view: View) => {
  const isHistory = path.endsWith('history-trades')
  const olderThan = (isHistory ? numberOf(query.get('after')) : null) ?? Number.POSITIVE_INFINITY
  const newerThan = (isHistory ? numberOf(query.get('before')) : null) ?? 0
  const wanted = view.trades(one).filter(({ id }) => id > newerThan && id < olderThan)
  return newest(wanted, limitOf(query.get('limit'), 100, isHistory ? 100 : 500))
    .map(({ id, at, ticks, lots, bought }) => ({
      instId: one.symbol,
      side: bought ? 'buy' : 'sell',
      sz: lotsText(one, lots),
      px: ticksText(one, ticks),
      source: '0',
      tradeId: String(id),
      ts: String(at),
    }))
    .toReversed()
}

const BARS: Readonly<Record<string, number>> = { '1m': 1, '3m': 3, '5m': 5, '15m': 15, '30m': 30, '1H': 60 }

/** When a day begins, after midnight UTC: a plain `1D` begins at midnight in Hong Kong. */
const DAYS: Readonly<Record<string, number>> = { '1Dutc': 0, '1D': 16 * HOUR_MS }

/** Newest first; `confirm` is "0" for the bar that has not ended. `after` and `before` are exclusive times. */
const candles = (one: Instrument, { path, query }: Asked, view: View) => {
  const name = query.get('bar') ?? '1m'
  const minutes = BARS[name]
  const cut = DAYS[name]
  if (minutes === undefined && cut === undefined) return refuse('51000', 'Parameter bar error')
  const olderThan = numberOf(query.get('after')) ?? Number.POSITIVE_INFINITY
  const newerThan = numberOf(query.get('before')) ?? 0
  const isHistory = path.endsWith('history-candles')
  const bars = cut === undefined ? view.bars(one, (minutes ?? 1) * MINUTE_MS) : view.days(one, cut)
  const wanted = bars.filter((bar) => bar.start > newerThan && bar.start < olderThan && (bar.closed || !isHistory))
  const turnover = (units: bigint) => trimmed(units, turnoverDecimals(one))
  return give(
    wanted
      .slice(-limitOf(query.get('limit'), 100, isHistory ? 100 : 300))
      .map((bar) => [
        String(bar.start),
        ticksText(one, bar.open),
        ticksText(one, bar.high),
        ticksText(one, bar.low),
        ticksText(one, bar.close),
        lotsText(one, bar.lots),
        turnover(bar.turnover),
        turnover(bar.turnover),
        bar.closed ? '1' : '0',
      ])
      .toReversed(),
  )
}

const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('sz'), 1, 400))
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots), '0', '1']
  return { asks: asks.map(row), bids: bids.map(row), ts: String(view.now), seqId: view.now }
}

/** "Order book depth per side. Maximum 5000": rows of price, size and number of orders, without a sequence. */
const fullBook = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('sz'), 1, 5000))
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots), '1']
  return { asks: asks.map(row), bids: bids.map(row), ts: String(view.now) }
}
