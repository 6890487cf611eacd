import { cboe } from '../../sources/equities/cboe.ts'
import type { MarketSymbol } from '../../sources/equities/market-day.ts'
import { yahoo } from '../../sources/equities/yahoo.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { lin, type Scale } from '../indices/assembly.ts'
import { freshnessAt } from '../lifetimes.ts'
import type { Lifetime } from '../math/freshness.ts'
import { type ComponentReading, FALLBACK } from '../reading.ts'
import { CBOE_DAYS, CBOE_LEVELS, YAHOO_MARKETS } from './market-boards.ts'
import { OWN_MARKETS } from './market-file.ts'
import type { MarketSeries, MarketTable } from './market-series.ts'

/** How long a close counts: over a long weekend (methods 0.3). */
export const EQUITY_LIFETIME: Lifetime = { freshSeconds: 26 * HOUR_SECONDS, expireSeconds: 96 * HOUR_SECONDS }

/** What one teller says of a symbol; empty without it. */
export type ReadSeries = (symbol: MarketSymbol) => MarketSeries

/** A number from the series of one teller, and when its newest input was true (Unix milliseconds). */
export interface Measure {
  readonly value: number
  readonly at: number
}

export type MarketMeasure = (read: ReadSeries, now: number) => Measure | null

interface Teller {
  readonly name: string
  /** The operator answers for its own file: it needs no second witness. */
  readonly isOwn: boolean
  readonly series: ReadSeries
}

const seriesIn =
  (...tables: readonly (MarketTable | undefined)[]): ReadSeries =>
  (symbol) => {
    const found = tables.flatMap((table) => table?.[symbol] ?? [])
    const level = found.flatMap((each) => each.level ?? [])[0] ?? null
    return { level, days: found.find(({ days }) => days.length > 0)?.days ?? [] }
  }

/** All tellers, the first source first. */
const tellersOf = (boards: Boards): readonly Teller[] => [
  { name: 'operator', isOwn: true, series: seriesIn(boards.read(OWN_MARKETS)?.table) },
  {
    name: cboe.name,
    isOwn: false,
    series: seriesIn(boards.read(CBOE_LEVELS)?.table, boards.read(CBOE_DAYS)?.table),
  },
  { name: yahoo.name, isOwn: false, series: seriesIn(boards.read(YAHOO_MARKETS)?.table) },
]

/** What each teller says, the first source first. */
export const seriesOfTellers = (boards: Boards): readonly ReadSeries[] => tellersOf(boards).map(({ series }) => series)

/** Two tellers agree on a component if their scores, 0 to 100, lie no further apart: quotes are read minutes apart. */
export const AGREED_POINTS = 10

/**
 * One component from what several tellers say. The first one's number counts, whole if the second agrees or the operator
 * says it, as a fallback if nobody else says it. Where two contradict each other, nobody knows: `null`.
 *
 * @param now Unix milliseconds
 */
export const heardOf = (boards: Boards, now: number, scale: Scale, measure: MarketMeasure): ComponentReading | null => {
  const heard = tellersOf(boards).flatMap((teller) => {
    const found = measure(teller.series, now)
    const fresh = found ? freshnessAt(found.at, now, EQUITY_LIFETIME) : 0
    return found && fresh > 0 && Number.isFinite(found.value) ? [{ ...teller, ...found, fresh }] : []
  })
  const [first, second] = heard
  if (!first) return null
  const isAlone = !first.isOwn && second === undefined
  if (!first.isOwn && second && Math.abs(lin(first.value, scale) - lin(second.value, scale)) > AGREED_POINTS)
    return null
  return {
    value: first.value,
    confidence: first.fresh * (isAlone ? FALLBACK : 1),
    isFallback: isAlone,
    sources: first.isOwn || !second ? [first.name] : [first.name, second.name].toSorted(),
    at: first.at,
  }
}
