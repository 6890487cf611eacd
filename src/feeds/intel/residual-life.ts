import { rounded } from '../../canonical/measure.ts'
import { median } from '../math/robust.ts'

/** How long a regime has lasted among the runs of the same regime before it (methods 6.9). */

/** Decimals of hours, and of the percentile. */
export const HOURS_PLACES = 2

/** With fewer runs to compare with, the answer is degraded. */
export const FEW_RUNS = 10

/** With so many runs or more nothing is taken off the confidence. */
export const ENOUGH_RUNS = 30

export interface ResidualLife {
  /** Shorter runs and half of the equal ones, per cent; `null` without any run. */
  readonly percentile: number | null
  /** Median of what was left of the longer runs; 0 if none was longer, `null` without any run. */
  readonly remaining: number | null
  /** Median of all; `null` without any. */
  readonly median: number | null
}

/**
 * Hours, rounded to the digits of the answer.
 *
 * @param lasted of the running regime
 * @param runs lengths of closed runs of the same regime
 */
export const residualLife = (lasted: number, runs: readonly number[]): ResidualLife => {
  if (runs.length === 0) return { percentile: null, remaining: null, median: null }
  const shorter = runs.filter((length) => length < lasted).length
  const equal = runs.filter((length) => length === lasted).length
  const left = runs.filter((length) => length > lasted).map((length) => length - lasted)
  return {
    percentile: rounded((100 * (shorter + equal / 2)) / runs.length, HOURS_PLACES),
    remaining: left.length === 0 ? 0 : rounded(median(left), HOURS_PLACES),
    median: rounded(median(runs), HOURS_PLACES),
  }
}

/** Confidence in a comparison with so many runs. */
export const confidenceOfRuns = (count: number): number => rounded(Math.min(1, count / ENOUGH_RUNS), 2)
