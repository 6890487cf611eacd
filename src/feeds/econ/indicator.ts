import type { Frequency } from '../../sources/statistics/observation.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import type { Lifetime } from '../math/freshness.ts'
import type { StatsBoard } from './stats-board.ts'

/** How a second publisher's number is compared; `same` is the same number, and may stand in for the first. */
export type Comparison = 'same' | 'annual' | 'chained' | 'growth' | 'near'

/** One publisher of an indicator. */
export interface Way {
  readonly board: StatsBoard
  /** The name of the series in the board. */
  readonly series: string
  readonly agency: string
  readonly seriesId: string
  readonly model: 'directapi' | 'fredcsv' | 'fredapi' | 'computed'
  readonly compare: Comparison
}

/** A number that an agency publishes. */
export interface Indicator {
  /** The last word of the path: `cpi_core`. */
  readonly word: string
  readonly name: string
  readonly frequency: Frequency
  /** What it is counted in, in small letters and digits. */
  readonly unit: string
  /** The publishers, the first one preferred. */
  readonly ways: readonly Way[]
  readonly ages: Lifetime
  /** The first publisher is not the market itself: alone it is not enough. */
  readonly isLone?: true
  readonly example: { readonly value: string; readonly period: string }
}

const days = (stale: number, expire: number): Lifetime => ({
  freshSeconds: stale * DAY_SECONDS,
  expireSeconds: expire * DAY_SECONDS,
})

/** Ages of the end of a period: when a value is called stale, and when it is no longer sold. */
export const AGES = { month: days(75, 130), quarter: days(150, 240), day: days(5, 14), oil: days(10, 21) } as const

/** The token of a unit: of an index it follows the base year that the publisher tells, `I15` or `I25`. */
export const unitOf = (declared: string, told: string | undefined): string => {
  const base = /^I(\d\d)$/.exec(told ?? '')?.[1]
  return base === undefined ? declared : `index20${base}100`
}
