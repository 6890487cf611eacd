import { MINUTE_MS } from '../../../time-units.ts'
import { type Bar, turnoverDecimals } from '../bars.ts'
import { type Asked, type Dialect, limitOf, ok, price, size, spelled } from '../dialect.ts'
import { type Instrument, scaled } from '../instruments.ts'
import type { Trade } from '../tape.ts'
import type { View } from '../view.ts'
import { KRAKEN_PAIRS, krakenPair, shortName } from './kraken-pairs.ts'

/** Failures come with status 200. */
const refuse = (reason: string) => ok({ error: [reason] })
const give = (result: unknown) => ok({ error: [], result })

/** Kraken spot: errors with status 200, replies with the long names of the pairs. https://docs.kraken.com/api */
export const kraken: Dialect = {
  provider: 'kraken',
  hosts: ['api.kraken.com', 'api.kraken.com.cdn.cloudflare.net'],
  serves: 'AssetPairs, Ticker, Trades with `since`, OHLC, Depth, Time, SystemStatus; FX pairs too',
  instruments: KRAKEN_PAIRS,
  answer(asked, view) {
    const { path, query } = asked
    if (path === '/0/public/Time') return give({ unixtime: Math.floor(view.now / 1000), rfc1123: rfc1123(view.now) })
    if (path === '/0/public/SystemStatus') return give({ status: 'online', timestamp: isoSeconds(view.now) })
    const names = query.get('pair')?.split(',') ?? null
    const pairs = names === null ? KRAKEN_PAIRS : names.map(krakenPair).filter((one) => one !== null)
    // One unknown name makes the whole request fail.
    if (names !== null && pairs.length < names.length) return refuse('EQuery:Unknown asset pair')
    if (path === '/0/public/AssetPairs') return give(keyed(pairs, assetPair))
    if (path === '/0/public/Ticker')
      return give(
        keyed(
          pairs.filter((one) => one.trading),
          (one) => ticker(one, view),
        ),
      )
    const [pair] = pairs
    if (names === null || pair === undefined) return refuse('EGeneral:Invalid arguments')
    if (path === '/0/public/Trades') return give(trades(pair, asked, view))
    if (path === '/0/public/OHLC') return give(candles(pair, asked, view))
    if (path === '/0/public/Depth') return give({ [pair.symbol]: depth(pair, asked, view) })
    return refuse('EGeneral:Unknown method')
  },
}

const keyed = (pairs: readonly Instrument[], row: (pair: Instrument) => unknown): Record<string, unknown> =>
  Object.fromEntries(pairs.map((pair) => [pair.symbol, row(pair)]))

const assetPair = (pair: Instrument) => ({
  altname: shortName(pair),
  wsname: `${pair.base === 'BTC' ? 'XBT' : pair.base === 'DOGE' ? 'XDG' : pair.base}/${pair.quote}`,
  aclass_base: 'currency',
  base: pair.symbol.length === 8 && pair.symbol.startsWith('X') ? pair.symbol.slice(0, 4) : pair.base,
  aclass_quote: 'currency',
  quote: ['USD', 'EUR', 'GBP', 'JPY', 'CAD'].includes(pair.quote) ? `Z${pair.quote}` : pair.quote,
  lot: 'unit',
  cost_decimals: 5,
  pair_decimals: pair.priceDecimals,
  lot_decimals: pair.sizeDecimals,
  lot_multiplier: 1,
  ordermin: '0.00005',
  costmin: '0.5',
  tick_size: (10 ** -pair.priceDecimals).toFixed(pair.priceDecimals),
  status: pair.trading ? 'online' : 'cancel_only',
})

/** Tickers and trades have five decimals at least, whatever the pair's own precision. */
const padded = (pair: Instrument, ticks: number): string => {
  const more = Math.max(0, 5 - pair.priceDecimals)
  return scaled(BigInt(ticks) * 10n ** BigInt(more), pair.priceDecimals + more)
}

const ticker = (pair: Instrument, view: View) => {
  const quote = view.quote(pair)
  const twice = (ticks: number) => [padded(pair, ticks), padded(pair, ticks)]
  return {
    a: [padded(pair, quote.ask), '1', '1.000'],
    b: [padded(pair, quote.bid), '1', '1.000'],
    c: [padded(pair, quote.last.ticks), size(pair, quote.last.lots)],
    v: [size(pair, Math.floor(quote.lots / 2)), size(pair, quote.lots)],
    p: twice(Math.round((quote.high + quote.low) / 2)),
    t: [Math.floor(quote.count / 2), quote.count],
    l: twice(quote.low),
    h: twice(quote.high),
    o: padded(pair, quote.open),
  }
}

/** Nanoseconds; the digits below a millisecond keep the order of trades in the same one. */
const nanos = ({ at, id }: Trade): bigint => BigInt(at) * 1_000_000n + BigInt(id % 64) * 1000n

/** `since` is exclusive; the page is the oldest one after it, or the newest one without it. */
const trades = (pair: Instrument, { query }: Asked, view: View) => {
  const count = limitOf(query.get('count'), 1000, 1000)
  const since = sinceNanos(query.get('since'))
  const all = view.trades(pair)
  const after = since === null ? all.slice(-count) : all.filter((trade) => nanos(trade) > since).slice(0, count)
  const last = after.at(-1)
  return {
    [pair.symbol]: after.map((trade) => [
      padded(pair, trade.ticks),
      size(pair, trade.lots),
      // A double cannot keep a number with nine decimals; Kraken writes it nevertheless, and so does this.
      spelled(scaled(nanos(trade), 9)),
      trade.bought ? 'b' : 's',
      'l',
      '',
      trade.id,
    ]),
    last: String(last === undefined ? (since ?? BigInt(view.now) * 1_000_000n) : nanos(last)),
  }
}

/** Seconds, with or without a fraction, or nanoseconds: Kraken accepts all of them. */
const sinceNanos = (text: string | null): bigint | null => {
  if (text === null || !/^\d+(\.\d+)?$/.test(text)) return null
  const [whole = '0', fraction = ''] = text.split('.')
  return whole.length > 12 ? BigInt(whole) : BigInt(whole + fraction.slice(0, 9).padEnd(9, '0'))
}

const candles = (pair: Instrument, { query }: Asked, view: View) => {
  const minutes = limitOf(query.get('interval'), 1, 21_600)
  const since = Number(query.get('since') ?? 0)
  const told = minutes === 1440 ? view.days(pair) : view.bars(pair, minutes * MINUTE_MS)
  const bars = told.filter((bar) => bar.start / 1000 > since)
  return {
    [pair.symbol]: bars
      .slice(-720)
      .map((bar) => [
        bar.start / 1000,
        price(pair, bar.open),
        price(pair, bar.high),
        price(pair, bar.low),
        price(pair, bar.close),
        meanPrice(pair, bar),
        size(pair, bar.lots),
        bar.count,
      ]),
    last: (bars.at(-2)?.start ?? view.now) / 1000,
  }
}

/** Volume-weighted, rounded to the pair's decimals; `0.0` for an empty bar. */
const meanPrice = (pair: Instrument, bar: Bar): string => {
  if (bar.lots === 0n) return '0.0'
  const lots = scaled(bar.lots, pair.sizeDecimals)
  const mean = Number(scaled(bar.turnover, turnoverDecimals(pair))) / Number(lots)
  return mean.toFixed(pair.priceDecimals)
}

const depth = (pair: Instrument, { query }: Asked, view: View) => {
  const book = view.book(pair, limitOf(query.get('count'), 100, 500))
  const row = (rung: { ticks: number; lots: number }) => [
    padded(pair, rung.ticks),
    size(pair, rung.lots),
    Math.floor(view.now / 1000),
  ]
  return { asks: book.asks.map(row), bids: book.bids.map(row) }
}

const rfc1123 = (ms: number): string => new Date(ms).toUTCString()
const isoSeconds = (ms: number): string => `${new Date(ms).toISOString().slice(0, 19)}Z`
