/** A straight line through a series, and how sure its slope is. */

/** Seconds since the run began, and a value then. */
export type Point = readonly [seconds: number, value: number]

export interface Slope {
  /** In units of the series. */
  readonly perHour: number
  /** Standard error of that. Infinite where neighbours are so alike that there are no two independent points. */
  readonly error: number
  readonly mean: number
  readonly hours: number
  readonly points: number
}

const HOUR = 3_600
const FEWEST = 5

const meanOf = (values: readonly number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length

/** How alike neighbouring residuals are: 0 for none, 1 for the same. */
const likeness = (residuals: readonly number[]): number => {
  const all = residuals.reduce((sum, each) => sum + each * each, 0)
  const pairs = residuals.slice(1).reduce((sum, each, at) => sum + each * residuals[at]!, 0)
  return all === 0 ? 0 : Math.max(0, pairs / all)
}

/**
 * Least squares. Memory of now is much like memory ten seconds ago, so samples are no independent draws: they count as
 * the fewer ones that they are worth, n(1-r)/(1+r) with r the likeness of neighbours (Santer et al. 2000, "Statistical
 * significance of trends", section 2.3). Without that, any slow wave would be a trend.
 *
 * @returns `null` of fewer than five points, or of points at one time
 */
export const slopeOf = (series: readonly Point[]): Slope | null => {
  if (series.length < FEWEST) return null
  const times = series.map(([seconds]) => seconds / HOUR)
  const values = series.map(([, value]) => value)
  const [t, v] = [meanOf(times), meanOf(values)]
  const spread = times.reduce((sum, each) => sum + (each - t) ** 2, 0)
  if (spread === 0) return null
  const perHour = times.reduce((sum, each, at) => sum + (each - t) * (values[at]! - v), 0) / spread
  const residuals = values.map((value, at) => value - v - perHour * (times[at]! - t))
  const squares = residuals.reduce((sum, each) => sum + each * each, 0)
  const r = likeness(residuals)
  const worth = (series.length * (1 - r)) / (1 + r)
  const variance = squares === 0 ? 0 : worth > 2 ? squares / (worth - 2) : Number.POSITIVE_INFINITY
  return {
    perHour,
    error: Math.sqrt(variance / spread),
    mean: v,
    hours: times.at(-1)! - times[0]!,
    points: series.length,
  }
}
