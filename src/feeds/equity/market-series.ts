import { MINUTE_MS } from '../../time-units.ts'
import type { MarketDay, MarketLevel, MarketSymbol } from '../../sources/equities/market-day.ts'
import { closeOf } from './early-closes.ts'

/** What one teller knows of one symbol. */
export interface MarketSeries {
  /** The level of the session, or the close after it; `null` if only days are known. */
  readonly level: MarketLevel | null
  /** Oldest first; the last may be running. */
  readonly days: readonly MarketDay[]
}

/** What one teller knows, by symbol. */
export type MarketTable = Readonly<Partial<Record<MarketSymbol, MarketSeries>>>

/** What is known of a symbol that nobody told. */
export const UNTOLD: MarketSeries = { level: null, days: [] }

/** A table with one more level or one more list of days. */
export const withSeries = (table: MarketTable, symbol: MarketSymbol, part: Partial<MarketSeries>): MarketTable => ({
  ...table,
  [symbol]: { ...(table[symbol] ?? UNTOLD), ...part },
})

/** Indices of volatility are computed for a quarter of an hour longer than shares are traded. */
const SETTLED_MS = 15 * MINUTE_MS

/** The days whose session has ended, oldest first. */
export const completeDays = ({ days }: MarketSeries, now: number): readonly MarketDay[] =>
  days.filter(({ date }) => closeOf(date) + SETTLED_MS <= now)
