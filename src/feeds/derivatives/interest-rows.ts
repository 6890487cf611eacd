import { rounded } from '../../canonical/measure.ts'
import { groupBy } from '../../group-by.ts'
import { INTEREST_STEP_MS, type PastInterest } from '../../sources/perpetual.ts'
import { HOUR_MS, inSeconds, SECOND_MS } from '../../time-units.ts'
import { median } from '../math/robust.ts'
import { keptRows, stepAt, type Steps, withRow } from '../math/stepped-rows.ts'
import type { OpenPositions } from './perpetual.ts'

/**
 * Open interest of one contract within five minutes, one side. A list, because there are nearly a thousand of them in a
 * board that is written every fifteen seconds.
 */
export type InterestRow = readonly [
  /** Unix seconds. */
  at: number,
  coins: number,
  /** Whole dollars; `null` if a venue told the coins of the past alone. */
  usd: number | null,
]

/** A row with its dollars. */
export type ValuedRow = readonly [at: number, coins: number, usd: number]

/** A day, and what a row may be further away than that (methods 5.2). */
export const INTEREST_KEPT_MS = 27 * HOUR_MS

const COIN_PLACES = 4

const timeOf = ([at]: InterestRow): number => at * SECOND_MS

const STEPS: Steps<InterestRow> = {
  stepMs: INTEREST_STEP_MS,
  keepMs: INTEREST_KEPT_MS,
  startOf: (row) => stepAt(timeOf(row), { stepMs: INTEREST_STEP_MS }),
}

const rowOf = (at: number, coins: number, usd: number | null): InterestRow => [
  inSeconds(at),
  rounded(coins, COIN_PLACES),
  usd === null ? null : Math.round(usd),
]

/** Adds the observation of this moment. It replaces an earlier one of the same five minutes. */
export const withInterest = (
  rows: readonly InterestRow[],
  { openInterestCoins, openInterestUsd }: OpenPositions,
  now: number,
): readonly InterestRow[] => withRow(rows, rowOf(now, openInterestCoins, openInterestUsd), STEPS, now)

/** Rows of a venue's own telling. */
export const pastRows = (past: readonly PastInterest[]): readonly InterestRow[] =>
  past.map(({ at, coins, usd }) => rowOf(at, Number(coins), usd === null ? null : Number(usd)))

/** One row for each five minutes, oldest first; where both have one it is that of `over`. */
export const mergedInterest = (
  under: readonly InterestRow[],
  over: readonly InterestRow[],
  now: number,
): readonly InterestRow[] => {
  const all = new Map([...under, ...over].map((row) => [STEPS.startOf(row), row]))
  return keptRows([...all.values()], STEPS, now).toSorted((a, b) => timeOf(a) - timeOf(b))
}

/** The row nearest to a moment, at most so far from it; `null` if there is none. Of two as near the earlier. */
export const nearestRow = (rows: readonly ValuedRow[], at: number, withinMs: number): ValuedRow | null => {
  const distance = (row: ValuedRow): number => Math.abs(timeOf(row) - at)
  const nearest = rows.reduce<ValuedRow | null>(
    (best, row) => (best !== null && distance(best) <= distance(row) ? best : row),
    null,
  )
  return nearest !== null && distance(nearest) <= withinMs ? nearest : null
}

/** The rows of the last `spanMs`. */
export const rowsSince = (rows: readonly ValuedRow[], now: number, spanMs: number): readonly ValuedRow[] =>
  rows.filter((row) => now - timeOf(row) <= spanMs)

const isValued = (row: InterestRow): row is ValuedRow => row[2] !== null
const areValued = (rows: readonly InterestRow[]): rows is readonly ValuedRow[] => rows.every(isValued)

const priceOf = ([, coins, usd]: ValuedRow): number => usd / coins

/**
 * The rows of several venues, in the given order, all in dollars: coins that a venue told without their worth are valued at
 * the median price of the other venues' rows of the same five minutes, and left out where there is none.
 */
export const valuedRows = (venues: readonly (readonly InterestRow[])[]): readonly (readonly ValuedRow[])[] => {
  if (venues.every(areValued)) return venues
  const prices = groupBy(
    venues.flatMap((rows) => rows.filter(isValued)).filter(([, coins]) => coins > 0),
    STEPS.startOf,
  )
  return venues.map((rows) =>
    rows.flatMap((row): readonly ValuedRow[] => {
      if (isValued(row)) return [row]
      const others = prices.get(STEPS.startOf(row))
      return others ? [[row[0], row[1], Math.round(row[1] * median(others.map(priceOf)))]] : []
    }),
  )
}
