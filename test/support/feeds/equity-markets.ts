import type { ToldMarkets } from '../../../src/feeds/equity/market-boards.ts'
import type { MarketTable } from '../../../src/feeds/equity/market-series.ts'
import type { MarketDay, MarketSymbol } from '../../../src/sources/equities/market-day.ts'
import { OPEN, type States } from './market.ts'

/** Equities whose every number can be worked out by hand: bars with one range, closes that swing between two levels. */

/** Weekdays up to the one before `OPEN`, oldest first. */
export const tradingDates = (count: number, until = OPEN): readonly string[] => {
  const dates: string[] = []
  for (let at = until - 86_400_000; dates.length < count; at -= 86_400_000) {
    const weekday = new Date(at).getUTCDay()
    if (weekday !== 0 && weekday !== 6) dates.push(new Date(at).toISOString().slice(0, 10))
  }
  return dates.toReversed()
}

/** Days whose high is `range` times the low, with these closes, the last one yesterday's. */
export const daysOf = (closes: readonly number[], range: number): readonly MarketDay[] => {
  const dates = tradingDates(closes.length)
  return closes.map((close, place) => ({
    date: dates[place]!,
    open: String(close),
    high: String(close * Math.sqrt(range)),
    low: String(close / Math.sqrt(range)),
    close: String(close),
  }))
}

/** Closes that go up and down by one factor, and end at `last`. */
export const swinging = (count: number, last: number, factor: number): readonly number[] =>
  Array.from({ length: count }, (_, place) => ((count - 1 - place) % 2 === 0 ? last : last / factor))

const level = (value: number, at: number) => ({ level: { value: String(value), at }, days: [] })
const days = (closes: readonly number[], range: number) => ({ level: null, days: daysOf(closes, range) })

/** A quiet market at noon in New York. */
export const quiet = (at = OPEN - 900_000): MarketTable => ({
  VIX: level(19.8, at),
  VIX9D: level(18.414, at),
  VVIX: level(98, at),
  SPX: days(swinging(61, 6_000, 1.009), 1.01),
  NDX: days(swinging(61, 21_000, 1.012), 1.0131),
  HYG: days([...Array.from({ length: 60 }, () => 80), 79.2], 1.001),
  LQD: days(
    Array.from({ length: 61 }, () => 100),
    1.001,
  ),
})

/** The same market with other words of one symbol. */
export const withSymbol = (table: MarketTable, symbol: MarketSymbol, part: MarketTable[MarketSymbol]): MarketTable =>
  Object.fromEntries(Object.entries({ ...table, [symbol]: part }).filter(([, each]) => each !== undefined))

const told = (table: MarketTable): ToldMarkets => ({ table, polledAt: OPEN })

/** What each teller says; nothing of a teller that is left out. */
export const tellers = ({
  cboe,
  yahoo,
  own,
}: {
  readonly cboe?: MarketTable
  readonly yahoo?: MarketTable
  readonly own?: MarketTable
}): States =>
  new Map<string, unknown>([
    ...(cboe ? [['market/cboe', told(cboe)] as const] : []),
    ...(yahoo ? [['market/yahoo', told(yahoo)] as const] : []),
    ...(own ? [['market/own', { table: own }] as const] : []),
  ])
