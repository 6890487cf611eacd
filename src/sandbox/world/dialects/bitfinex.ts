import { MINUTE_MS } from '../../../time-units.ts'
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
import { MINUTES_TOLD_MS } from '../minutes.ts'
import type { Trade } from '../tape.ts'
import type { View } from '../view.ts'

/**
 * Bitfinex v2: JSON numbers in positional lists. UST is USDT, UDC is USDC; a colon where a code has more than three
 * letters. https://docs.bitfinex.com/reference
 */
const INSTRUMENTS = listed(
  'bitfinex',
  `tBTCUSD    BTC/USD   0 8
   tBTCEUR    BTC/EUR   0 8
   tBTCJPY    BTC/JPY   0 8
   tBTCUST    BTC/USDT  0 8
   tETHUSD    ETH/USD   1 8
   tETHEUR    ETH/EUR   1 8
   tETHJPY    ETH/JPY   0 8
   tETHUST    ETH/USDT  1 8
   tSOLUSD    SOL/USD   2 6
   tSOLUST    SOL/USDT  2 6
   tXRPUSD    XRP/USD   4 6
   tXRPUST    XRP/USDT  4 6
   tADAUSD    ADA/USD   5 6
   tADAUST    ADA/USDT  5 6
   tDOGE:USD  DOGE/USD  6 4
   tDOGE:UST  DOGE/USDT 6 4
   tUSTUSD    USDT/USD  5 4
   tUDCUSD    USDC/USD  5 4
   tXAUT:USD  XAUT/USD  1 6
   tXAUT:UST  XAUT/USDT 1 6`,
)

const find = directory(INSTRUMENTS)
const UNKNOWN = failed(500, ['error', 10020, 'symbol: invalid'])

export const bitfinex: Dialect = {
  provider: 'bitfinex',
  hosts: ['api-pub.bitfinex.com', 'api.bitfinex.com'],
  serves: 'conf, tickers, ticker, trades, candles, book',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const [, version, what, name = '', more = ''] = asked.path.split('/')
    if (version !== 'v2') return failed(404, ['error', 10000, 'unknown: endpoint'])
    if (what === 'platform') return ok([1])
    if (what === 'conf' && name === 'pub:list:pair:exchange') return ok([INSTRUMENTS.map((one) => one.symbol.slice(1))])
    if (what === 'tickers') return ok(tickers(asked, view))
    const [kind = '', frame = '', ...rest] = name.split(':')
    const instrument = find(what === 'candles' ? rest.join(':') : name)
    if (instrument === null) return UNKNOWN
    if (what === 'ticker') return ok(ticker(instrument, view).slice(1))
    if (what === 'trades' && more === 'hist') return ok(trades(instrument, asked, view))
    if (what === 'candles' && kind === 'trade') return candles(instrument, frame, more, asked, view)
    if (what === 'book' && more.startsWith('P')) return ok(book(instrument, asked, view))
    return failed(404, ['error', 10000, 'unknown: endpoint'])
  },
}

/** Unknown symbols are left out. */
const tickers = ({ query }: Asked, view: View) => {
  const names = query.get('symbols') ?? ''
  const wanted = names === 'ALL' ? INSTRUMENTS : names.split(',').map(find)
  return wanted.filter((one) => one !== null).map((one) => ticker(one, view))
}

const ticker = (one: Instrument, view: View) => {
  const { bid, ask, bidLots, askLots, last, open, high, low, lots } = view.quote(one)
  const number = (ticks: number) => Number(price(one, ticks))
  return [
    one.symbol,
    number(bid),
    Number(size(one, bidLots)),
    number(ask),
    Number(size(one, askLots)),
    Number((number(last.ticks) - number(open)).toFixed(one.priceDecimals)),
    Number((last.ticks / open - 1).toFixed(8)),
    number(last.ticks),
    Number(size(one, lots)),
    number(high),
    number(low),
  ]
}

/** With `sort=1` the oldest page from `start` on, otherwise the newest page before `end`, newest first. */
const trades = (one: Instrument, { query }: Asked, view: View) => {
  const start = numberOf(query.get('start')) ?? 0
  const end = numberOf(query.get('end')) ?? view.now
  const limit = limitOf(query.get('limit'), 125, 10_000)
  const within = view.trades(one).filter(({ at }) => at >= start && at <= end)
  const row = ({ id, at, ticks, lots, bought }: Trade) => {
    const amount = Number(size(one, lots))
    return [id, at, bought ? amount : -amount, Number(price(one, ticks))]
  }
  if (query.get('sort') === '1') return within.slice(0, limit).map(row)
  return within.slice(-limit).map(row).toReversed()
}

const FRAMES: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '3h': 180,
  '1D': 1440,
}

const MOST_CANDLES = 10_000

/**
 * Open, **close, high, low**, volume; minutes without trades are missing. With `sort=1` the oldest page from `start`
 * on, otherwise the newest page before `end`, newest first.
 */
const candles = (one: Instrument, frame: string, section: string, { query }: Asked, view: View) => {
  const minutes = FRAMES[frame]
  if (minutes === undefined) return failed(500, ['error', 10020, 'timeframe: invalid'])
  if (Number(query.get('limit')) > MOST_CANDLES) return failed(500, ['error', 10020, 'limit: invalid'])
  const limit = limitOf(query.get('limit'), 100, MOST_CANDLES)
  const isOldest = query.get('sort') === '1' && section === 'hist'
  const start = Math.max(numberOf(query.get('start')) ?? 0, view.now - MINUTES_TOLD_MS)
  const end = numberOf(query.get('end')) ?? view.now
  // Enough for a page even with missing minutes, without generating two months of them.
  const reach = (2 * limit + 10) * minutes * MINUTE_MS
  const [from, to] = isOldest
    ? [start, Math.min(end, start + reach)]
    : [Math.max(start, Math.min(end, view.now) - reach), end]
  const number = (ticks: number) => Number(price(one, ticks))
  const rows = barsWithin(view, one, minutes * MINUTE_MS, from, to)
    .filter((bar) => bar.count > 0)
    .map((bar) => [
      bar.start,
      number(bar.open),
      number(bar.close),
      number(bar.high),
      number(bar.low),
      Number(size(one, bar.lots)),
    ])
  if (section === 'last') return ok(rows.at(-1) ?? [])
  return ok(isOldest ? rows.slice(0, limit) : rows.slice(-limit).toReversed())
}

/** Price, count, amount; asks have negative amounts. */
const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('len'), 25, 100))
  const row = (sign: number) => (rung: { ticks: number; lots: number }) => [
    Number(price(one, rung.ticks)),
    1,
    sign * Number(size(one, rung.lots)),
  ]
  return [...bids.map(row(1)), ...asks.map(row(-1))]
}
