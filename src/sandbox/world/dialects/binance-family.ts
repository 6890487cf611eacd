import { DAY_MS } from '../../../time-units.ts'
import { type Answer, type Asked, type Dialect, directory, failed, ok } from '../dialect.ts'
import type { Instrument } from '../instruments.ts'
import type { View } from '../view.ts'
import { CALLS, price, size, turnover } from './binance-calls.ts'

/**
 * Binance spot and Binance.US: one API, two lists of instruments.
 * https://developers.binance.com/docs/binance-spot-api-docs
 */

const INVALID = failed(400, { code: -1121, msg: 'Invalid symbol.' })
const missing = (name: string) =>
  failed(400, { code: -1102, msg: `Mandatory parameter '${name}' was not sent, was empty/null, or malformed.` })

/** One venue of the family. */
export const binanceLike = (
  provider: string,
  hosts: readonly string[],
  instruments: readonly Instrument[],
): Dialect => {
  const find = directory(instruments)

  /** `symbol=A`, `symbols=["A","B"]` or neither; `null` when any of them is unknown. */
  const chosen = (query: URLSearchParams): readonly Instrument[] | null => {
    const list = query.get('symbols')
    const names = list === null ? query.getAll('symbol') : namesIn(list)
    if (names.length === 0 && list === null) return instruments
    const found = names.map(find).filter((one) => one !== null)
    return found.length === names.length && names.length > 0 ? found : null
  }

  const rows = (query: URLSearchParams, row: (one: Instrument) => unknown): Answer => {
    const some = chosen(query)
    if (some === null) return INVALID
    const traded = some.filter((one) => one.trading).map(row)
    return ok(query.has('symbol') ? traded[0] : traded)
  }

  return {
    provider,
    hosts,
    serves: 'exchangeInfo, 24hr, bookTicker, price, trades, aggTrades, klines, depth',
    instruments,
    answer({ path, query }, view) {
      if (path === '/api/v3/ping') return ok({})
      if (path === '/api/v3/time') return ok({ serverTime: view.now })
      if (path === '/api/v3/exchangeInfo') {
        const some = chosen(query)
        return some === null ? INVALID : ok(exchangeInfo(some, query, view))
      }
      if (path === '/api/v3/ticker/bookTicker') return rows(query, (one) => bookTicker(one, view))
      if (path === '/api/v3/ticker/24hr') return rows(query, (one) => ticker(one, view))
      if (path === '/api/v3/ticker/price')
        return rows(query, (one) => ({ symbol: one.symbol, price: price(one, view.quote(one).last.ticks) }))
      const call = CALLS[path.replace('/api/v3/', '')]
      if (call === undefined) return failed(404, { code: -1, msg: 'Not found.' })
      if (!query.has('symbol')) return missing('symbol')
      const one = find(query.get('symbol'))
      return one === null ? INVALID : call(one, query, view)
    },
  }
}

const namesIn = (list: string): readonly string[] => {
  try {
    const names: unknown = JSON.parse(list)
    return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : []
  } catch {
    return []
  }
}

const exchangeInfo = (some: readonly Instrument[], query: Asked['query'], view: View) => ({
  timezone: 'UTC',
  serverTime: view.now,
  rateLimits: [{ rateLimitType: 'REQUEST_WEIGHT', interval: 'MINUTE', intervalNum: 1, limit: 6000 }],
  exchangeFilters: [],
  symbols: some
    .filter((one) => one.trading || query.get('symbolStatus') !== 'TRADING')
    .map((one) => ({
      symbol: one.symbol,
      status: one.trading ? 'TRADING' : 'BREAK',
      baseAsset: one.base,
      baseAssetPrecision: 8,
      quoteAsset: one.quote,
      quotePrecision: 8,
      quoteAssetPrecision: 8,
      orderTypes: ['LIMIT', 'LIMIT_MAKER', 'MARKET'],
      isSpotTradingAllowed: one.trading,
      isMarginTradingAllowed: false,
      filters: [{ filterType: 'PRICE_FILTER', tickSize: price(one, 1) }],
      permissions: [],
    })),
})

const bookTicker = (one: Instrument, view: View) => {
  const { bid, ask, bidLots, askLots } = view.quote(one)
  return {
    symbol: one.symbol,
    bidPrice: price(one, bid),
    bidQty: size(one, bidLots),
    askPrice: price(one, ask),
    askQty: size(one, askLots),
  }
}

const ticker = (one: Instrument, view: View) => {
  const { open, high, low, last, lots, count } = view.quote(one)
  const middle = Math.round((high + low) / 2)
  const change = last.ticks - open
  return {
    ...bookTicker(one, view),
    priceChange: `${change < 0 ? '-' : ''}${price(one, Math.abs(change))}`,
    priceChangePercent: ((change / open) * 100).toFixed(3),
    weightedAvgPrice: price(one, middle),
    prevClosePrice: price(one, open),
    lastPrice: price(one, last.ticks),
    lastQty: size(one, last.lots),
    openPrice: price(one, open),
    highPrice: price(one, high),
    lowPrice: price(one, low),
    volume: size(one, lots),
    quoteVolume: turnover(one, BigInt(lots) * BigInt(middle)),
    openTime: view.now - DAY_MS,
    closeTime: view.now,
    firstId: Math.max(0, last.id - count),
    lastId: last.id,
    count,
  }
}
