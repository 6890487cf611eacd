import { cboe } from '../../sources/equities/cboe.ts'
import type { MarketSymbol } from '../../sources/equities/market-day.ts'
import { yahoo } from '../../sources/equities/yahoo.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { lin, type Scale } from '../indices/assembly.ts'
import { freshnessAt } from '../lifetimes.ts'
import type { Lifetime } from '../math/freshness.ts'
import { type ComponentReading, FALLBACK } from '../reading.ts'
import { CBOE_DAYS, CBOE_LEVELS, TRADED, YAHOO_MARKETS } from './market-boards.ts'
import { OWN_MARKETS } from './market-file.ts'
import { completeDays, type MarketSeries, type MarketTable, UNTOLD } from './market-series.ts'

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

/** Of what is traded, tellers whose closes of one day lie further apart speak of two markets, or in two units. */
export const SAME_CLOSE = 0.01

/** Closes of the last complete day that both have; `null` without one. */
const commonCloses = (one: MarketSeries, other: MarketSeries, now: number): readonly [number, number] | null => {
  const closes = new Map(completeDays(other, now).map(({ date, close }) => [date, Number(close)]))
  const last = completeDays(one, now).findLast(({ date }) => closes.has(date))
  return last ? [Number(last.close), closes.get(last.date)!] : null
}

/** Ranges, returns and ratios of another market may score alike, so the market itself is compared before them. */
const isOfOneMarket = (told: readonly MarketSeries[], now: number): boolean =>
  told.every((one, place) =>
    told.slice(place + 1).every((other) => {
      const [a, b] = commonCloses(one, other, now) ?? [1, 1]
      return Math.abs(a / b - 1) <= SAME_CLOSE
    }),
  )

/** All tellers, the first source first, without the symbols about which they contradict each other. */
const tellersOf = (boards: Boards, now: number): readonly Teller[] => {
  const all = everyTeller(boards)
  const others = all.filter(({ isOwn }) => !isOwn)
  const disputed = TRADED.filter(
    (symbol) =>
      !isOfOneMarket(
        others.map(({ series }) => series(symbol)),
        now,
      ),
  )
  const isDisputed = (symbol: MarketSymbol): boolean => disputed.some((each) => each === symbol)
  return all.map((teller) =>
    teller.isOwn ? teller : { ...teller, series: (symbol) => (isDisputed(symbol) ? UNTOLD : teller.series(symbol)) },
  )
}

const everyTeller = (boards: Boards): readonly Teller[] => [
  { name: 'operator', isOwn: true, series: seriesIn(boards.read(OWN_MARKETS)?.table) },
  {
    name: cboe.name,
    isOwn: false,
    series: seriesIn(boards.read(CBOE_LEVELS)?.table, boards.read(CBOE_DAYS)?.table),
  },
  { name: yahoo.name, isOwn: false, series: seriesIn(boards.read(YAHOO_MARKETS)?.table) },
]

/** Two tellers agree on a component if their scores, 0 to 100, lie no further apart: quotes are read minutes apart. */
export const AGREED_POINTS = 10

/** What each teller says that has not expired, the first source first. */
const youngOf = (boards: Boards, now: number, measure: MarketMeasure) =>
  tellersOf(boards, now).flatMap((teller) => {
    const found = measure(teller.series, now)
    const fresh = found ? freshnessAt(found.at, now, EQUITY_LIFETIME) : 0
    return found && fresh > 0 && Number.isFinite(found.value) ? [{ ...teller, ...found, fresh }] : []
  })

/** The number of the teller that counts; `null` if nobody says a young one. */
export const firstHeard = (boards: Boards, now: number, measure: MarketMeasure): number | null =>
  youngOf(boards, now, measure)[0]?.value ?? null

/**
 * One component from what several tellers say. The first one's number counts, whole if the second agrees or the operator
 * says it, as a fallback if nobody else says it. Where two contradict each other, nobody knows: `null`.
 *
 * @param now Unix milliseconds
 */
export const heardOf = (boards: Boards, now: number, scale: Scale, measure: MarketMeasure): ComponentReading | null => {
  const [first, second] = youngOf(boards, now, measure)
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
