import { MINUTE_MS } from '../../../time-units.ts'
import { type Bar, turnoverDecimals } from '../bars.ts'
import { type Answer, failed, limitOf, newest, numberOf, ok } from '../dialect.ts'
import { type Instrument, scaled } from '../instruments.ts'
import type { Trade } from '../tape.ts'
import type { View } from '../view.ts'

/** Every number has eight decimals, whatever the instrument's tick. */
const DECIMALS = 8
const eight = (units: number | bigint, decimals: number): string =>
  scaled(
    decimals > DECIMALS
      ? BigInt(units) / 10n ** BigInt(decimals - DECIMALS)
      : BigInt(units) * 10n ** BigInt(DECIMALS - decimals),
    DECIMALS,
  )
export const price = (one: Instrument, ticks: number): string => eight(ticks, one.priceDecimals)
export const size = (one: Instrument, lots: number | bigint): string => eight(lots, one.sizeDecimals)
export const turnover = (one: Instrument, units: bigint): string => eight(units, turnoverDecimals(one))

const INTERVALS: Readonly<Record<string, number>> = {
  '1m': 1,
  '3m': 3,
  '5m': 5,
  '15m': 15,
  '30m': 30,
  '1h': 60,
  '1d': 1440,
}

/** A call for one instrument. */
export type Call = (one: Instrument, query: URLSearchParams, view: View) => Answer

const trades: Call = (one, query, view) =>
  ok(
    newest(view.trades(one), limitOf(query.get('limit'), 500, 1000)).map(({ id, at, ticks, lots, bought }) => ({
      id,
      price: price(one, ticks),
      qty: size(one, lots),
      quoteQty: turnover(one, BigInt(ticks) * BigInt(lots)),
      time: at,
      isBuyerMaker: !bought,
      isBestMatch: true,
    })),
  )

/** With an id or a time, the page is the oldest one from there; without either, the newest. */
const aggTrades: Call = (one, query, view) => {
  const limit = limitOf(query.get('limit'), 500, 1000)
  const fromId = numberOf(query.get('fromId'))
  const start = numberOf(query.get('startTime'))
  const end = numberOf(query.get('endTime')) ?? view.now
  const within = view.trades(one).filter(({ id, at }) => id >= (fromId ?? 0) && at >= (start ?? 0) && at <= end)
  const page = fromId === null && start === null ? newest(within, limit) : within.slice(0, limit)
  const row = ({ id, at, ticks, lots, bought }: Trade) => ({
    a: id,
    p: price(one, ticks),
    q: size(one, lots),
    f: id,
    l: id,
    T: at,
    m: !bought,
    M: true,
  })
  return ok(page.map(row))
}

const klines: Call = (one, query, view) => {
  const minutes = INTERVALS[query.get('interval') ?? '']
  if (minutes === undefined) return failed(400, { code: -1120, msg: 'Invalid interval.' })
  const start = numberOf(query.get('startTime'))
  const end = numberOf(query.get('endTime')) ?? view.now
  const limit = limitOf(query.get('limit'), 500, 1000)
  const told = minutes === 1440 ? view.days(one) : view.bars(one, minutes * MINUTE_MS)
  const bars = told.filter((bar) => bar.start >= (start ?? 0) && bar.start <= end)
  return ok((start === null ? bars.slice(-limit) : bars.slice(0, limit)).map((bar) => kline(one, bar)))
}

const kline = (one: Instrument, bar: Bar) => [
  bar.start,
  price(one, bar.open),
  price(one, bar.high),
  price(one, bar.low),
  price(one, bar.close),
  size(one, bar.lots),
  bar.end - 1,
  turnover(one, bar.turnover),
  bar.count,
  size(one, bar.boughtLots),
  turnover(one, bar.boughtTurnover),
  '0',
]

const depth: Call = (one, query, view) => {
  const { bids, asks } = view.book(one, limitOf(query.get('limit'), 100, 5000))
  const row = (rung: { ticks: number; lots: number }) => [price(one, rung.ticks), size(one, rung.lots)]
  return ok({ lastUpdateId: view.now, bids: bids.map(row), asks: asks.map(row) })
}

/** Calls by the last part of the path. */
export const CALLS: Readonly<Record<string, Call>> = { trades, aggTrades, klines, depth }
