import { MINUTE_MS } from '../../../time-units.ts'
import { type Asked, type Dialect, directory, failed, limitOf, newest, numberOf, ok, size } from '../dialect.ts'
import { price } from '../dialect.ts'
import { type Instrument, listed } from '../instruments.ts'
import type { View } from '../view.ts'

/** Gemini v1 and v2. Symbols are lower case in paths, upper case in lists. https://docs.gemini.com/rest/market-data */
const INSTRUMENTS = listed(
  'gemini',
  `btcusd   BTC/USD   2 8
   btceur   BTC/EUR   2 8
   btcgbp   BTC/GBP   2 8
   btcusdt  BTC/USDT  2 8
   ethusd   ETH/USD   2 6
   etheur   ETH/EUR   2 6
   ethusdt  ETH/USDT  2 6
   solusd   SOL/USD   3 6
   xrpusd   XRP/USD   5 6
   dogeusd  DOGE/USD  5 6
   usdtusd  USDT/USD  5 6
   usdcusd  USDC/USD  5 6
   paxgusd  PAXG/USD  2 8
   soleth   SOL/ETH   6 6 halted`,
)

const find = directory(INSTRUMENTS)

const refuse = (symbol: string) =>
  failed(400, {
    result: 'error',
    reason: 'Bad Request',
    message: `Supplied value '${symbol}' is not a valid symbol.  Please correct your API request to use one of the supported symbols: [${INSTRUMENTS.map((one) => one.symbol).join(', ')}]`,
  })
const UNKNOWN = failed(404, { result: 'error', reason: 'EndpointNotFound', message: 'API entry point not found' })

export const gemini: Dialect = {
  provider: 'gemini',
  hosts: ['api.gemini.com'],
  serves: 'symbols, details, pubticker, v2 ticker, trades, candles, book',
  instruments: INSTRUMENTS,
  answer(asked, view) {
    const [, version = '', what = '', name = '', more = ''] = asked.path.split('/')
    const call = `${version}/${what}`
    if (call === 'v1/symbols' && name === '') return ok(INSTRUMENTS.map((one) => one.symbol))
    if (asked.path === '/v1/symbols/details/all') return ok(INSTRUMENTS.map(details))
    const symbol = call === 'v1/symbols' ? more : name
    const instrument = find(symbol.toLowerCase())
    if (instrument === null) return refuse(symbol)
    if (call === 'v1/symbols') return ok(details(instrument))
    if (call === 'v1/pubticker') return ok(pubticker(instrument, view))
    if (call === 'v2/ticker') return ok(tickerV2(instrument, view))
    if (call === 'v1/trades') return ok(trades(instrument, asked, view))
    if (call === 'v1/book') return ok(book(instrument, asked, view))
    if (call === 'v2/candles') return candles(instrument, more, view)
    return UNKNOWN
  },
}

const details = (one: Instrument) => ({
  symbol: one.symbol.toUpperCase(),
  base_currency: one.base,
  quote_currency: one.quote,
  tick_size: 10 ** -one.sizeDecimals,
  quote_increment: 10 ** -one.priceDecimals,
  min_order_size: '0.00001',
  status: one.trading ? 'open' : 'closed',
  wrap_enabled: false,
  product_type: 'spot',
  contract_type: 'vanilla',
  contract_price_currency: one.quote,
})

const VOLUME_PERIOD_MS = 300_000

const pubticker = (one: Instrument, view: View) => {
  const { bid, ask, last, lots } = view.quote(one)
  const volume = Number(size(one, lots))
  return {
    bid: price(one, bid),
    ask: price(one, ask),
    volume: {
      [one.base]: String(volume),
      [one.quote]: (volume * Number(price(one, last.ticks))).toFixed(4),
      // The end of the period of the volume, not the time of the quote.
      timestamp: Math.floor(view.now / VOLUME_PERIOD_MS) * VOLUME_PERIOD_MS,
    },
    last: price(one, last.ticks),
  }
}

const tickerV2 = (one: Instrument, view: View) => {
  const quote = view.quote(one)
  return {
    symbol: one.symbol.toUpperCase(),
    open: price(one, quote.open),
    high: price(one, quote.high),
    low: price(one, quote.low),
    close: price(one, quote.last.ticks),
    changes: Array.from({ length: 24 }, () => price(one, quote.open)),
    bid: price(one, quote.bid),
    ask: price(one, quote.ask),
  }
}

/** Seconds have ten digits, milliseconds thirteen; both are accepted. */
const millis = (text: string | null): number => {
  const value = numberOf(text) ?? 0
  return value < 1e11 ? value * 1000 : value
}

/** Newest first; when there is more than a page, the most recent trades. */
const trades = (one: Instrument, { query }: Asked, view: View) => {
  const after = millis(query.get('timestamp') ?? query.get('since'))
  const afterId = numberOf(query.get('since_tid')) ?? 0
  const wanted = view.trades(one).filter(({ id, at }) => at >= after && id > afterId)
  return newest(wanted, limitOf(query.get('limit_trades'), 50, 500))
    .map(({ id, at, ticks, lots, bought }) => ({
      timestamp: Math.floor(at / 1000),
      timestampms: at,
      tid: id,
      price: price(one, ticks),
      amount: size(one, lots),
      exchange: 'gemini',
      type: bought ? 'buy' : 'sell',
    }))
    .toReversed()
}

const FRAMES: Readonly<Record<string, number>> = {
  '1m': 1,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1hr': 60,
  '6hr': 360,
  '1day': 1440,
}

const candles = (one: Instrument, frame: string, view: View) => {
  const minutes = FRAMES[frame]
  if (minutes === undefined) return UNKNOWN
  const number = (ticks: number) => Number(price(one, ticks))
  const bars = view
    .bars(one, minutes * MINUTE_MS)
    .map((bar) => [
      bar.start,
      number(bar.open),
      number(bar.high),
      number(bar.low),
      number(bar.close),
      Number(size(one, bar.lots)),
    ])
  return ok(bars.toReversed())
}

const book = (one: Instrument, { query }: Asked, view: View) => {
  const { bids, asks } = view.book(one, limitOf(query.get('limit_bids'), 50, 200))
  const row = (rung: { ticks: number; lots: number }) => ({
    price: price(one, rung.ticks),
    amount: size(one, rung.lots),
    timestamp: String(Math.floor(view.now / 1000)),
  })
  return { bids: bids.map(row), asks: asks.map(row) }
}
