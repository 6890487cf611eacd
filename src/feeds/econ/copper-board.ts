import { copperFuture } from '../../sources/equities/yahoo.ts'
import { copperSpot } from '../../sources/markets/gold-api.ts'
import { isSameDecimal } from '../../sources/decimal-text.ts'
import type { MetalQuote } from '../../sources/market.ts'
import { type Query, UnreadableReply } from '../../sources/query.ts'
import { MINUTE_MS, utcDay } from '../../time-units.ts'
import { boardQuestion } from '../board.ts'
import { EARLY_MS, HOLD_MS, type Vintage, type KeptSeries, type Limits, PERIODS_KEPT } from './kept-series.ts'
import type { StatsBoard } from './stats-board.ts'

/** Dollars per pound; a price per tonne lies far outside. */
const LIMITS: Limits = { low: 1, high: 15 }
/** A price that moved further since the last day is believed once it has stood for an hour: a second witness needs an agreement. */
const MOST_MOVE = 0.15

/** The name of its series in both boards. */
export const COPPER = 'HG'

/** A price further ahead of us has a wrong time. */
const AHEAD_MS = 5 * MINUTE_MS

const isFar = (price: number | string, from: string): boolean => Math.abs(Number(price) / Number(from) - 1) > MOST_MOVE

/** Whether a price moved too far at once, or since the last day by many small steps: none that stood for an hour is asked again. */
const isLeap = (price: number, rows: readonly Vintage[], period: string): boolean => {
  const [last, yesterday] = [rows.at(-1), rows.findLast((row) => row.period < period)]
  if (last && isFar(price, last.value)) return true
  return yesterday !== undefined && isFar(price, yesterday.value) && !isFar(last!.value, yesterday.value)
}

/** Enters a quote: one row a day, the last one. Today's row moves on without being revised. */
export const enteredQuote = (quote: MetalQuote, kept: KeptSeries | undefined, now: number): KeptSeries => {
  const price = Number(quote.price)
  if (!(price >= LIMITS.low && price <= LIMITS.high))
    throw new UnreadableReply(`copper at ${quote.price.slice(0, 40)} dollars per pound`)
  if (quote.at - now > AHEAD_MS) throw new UnreadableReply('copper has a time that has not come')
  const period = utcDay(quote.at)
  const before = kept?.rows.at(-1)
  if (before && period < before.period) throw new UnreadableReply(`copper goes back from ${before.period} to ${period}`)
  // Days without any price, such as a weekend, allow no further move than one.
  if (kept && isLeap(price, kept.rows, period)) {
    const { held } = kept
    // Another leap is another story, and stands anew.
    const since = held && !isFar(price, held.mark) ? held.since : now
    if (now - since < HOLD_MS - EARLY_MS) return { ...kept, held: { since, mark: quote.price } }
  }
  const isSame = before?.period === period && isSameDecimal(before.value, quote.price)
  const fresh = { period, value: quote.price, seen: now, ...(kept === undefined && { isFirstRead: true as const }) }
  const row: Vintage = isSame ? before : fresh
  const older = (kept?.rows ?? []).filter((each) => each.period !== period)
  return { readAt: now, rows: [...older, row].slice(-PERIODS_KEPT) }
}

const quoteBoard = (query: Query<MetalQuote>): StatsBoard => ({
  id: `stats/${query.provider.name}`,
  source: query.provider,
  everySeconds: (10 * MINUTE_MS) / 1000,
  empty: { series: {} },
  asks: () => [
    boardQuestion(query, (quote, receivedAt, { series }) => ({
      series: { [COPPER]: enteredQuote(quote, series[COPPER], receivedAt) },
    })),
  ],
})

/** Copper by one dealer, a row a day. */
export const COPPER_BOARD = quoteBoard(copperSpot)
/** The nearest future, which is compared alone; asked with an agreement. */
export const COPPER_FUTURE_BOARD = quoteBoard(copperFuture)
