/** Where a value stands among those before it, in their standard deviations. */
export interface ZScore {
  readonly mean: number
  /** Sample standard deviation: divided by n - 1. */
  readonly sd: number
  readonly z: number
}

/** A score beyond this says nothing more than that it is beyond. */
const LARGEST = 10

/**
 * (current - mean) / max(sd, floor), clipped to ±10. The floor keeps a market that stood still for three days from
 * turning its first twitch into an event. The current value is not part of the history.
 *
 * @param history at least two values
 */
export const zScore = (history: readonly number[], current: number, floor: number): ZScore => {
  if (history.length < 2) throw new RangeError(`a z-score over ${history.length} values`)
  const mean = history.reduce((sum, value) => sum + value, 0) / history.length
  const squares = history.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  const sd = Math.sqrt(squares / (history.length - 1))
  const z = (current - mean) / Math.max(sd, floor)
  return { mean, sd, z: Math.max(-LARGEST, Math.min(LARGEST, z)) }
}
