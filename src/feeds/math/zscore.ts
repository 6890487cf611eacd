import { mean, sum } from './sums.ts'

/** The distance of a value from the mean of the values before it, in standard deviations. */
export interface ZScore {
  readonly mean: number
  /** The sample standard deviation (divided by n - 1). */
  readonly sd: number
  readonly z: number
}

/** Scores are clipped to this size. */
const LARGEST = 10

/**
 * The sample standard deviation: divided by n - 1.
 *
 * @param values at least two
 */
export const sampleDeviation = (values: readonly number[]): number => {
  const center = mean(values)
  return Math.sqrt(sum(values.map((value) => (value - center) ** 2)) / (values.length - 1))
}

/**
 * (current - mean) / max(sd, floor), clipped to ±10. Without the floor, a market that did not move for three days would
 * give a large score to its first small move. The current value is not part of the history.
 *
 * @param history at least two values
 */
export const zScore = (history: readonly number[], current: number, floor: number): ZScore => {
  if (history.length < 2) throw new RangeError(`a z-score over ${history.length} values`)
  const center = mean(history)
  const sd = sampleDeviation(history)
  const z = (current - center) / Math.max(sd, floor)
  return { mean: center, sd, z: Math.max(-LARGEST, Math.min(LARGEST, z)) }
}
