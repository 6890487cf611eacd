/** A value and its share of the whole. */
export interface Weighted {
  readonly value: number
  /** All shares add up to 1. */
  readonly weight: number
}

/** Sums of shares have rounding errors: a sum this close to one half counts as one half. */
const EXACT = 1e-12

/**
 * The first value, in ascending order, at which the cumulative weight reaches one half. If it reaches exactly one half,
 * the mean of that value and the next (methods 5.1). If no value weighs more than half, one wrong value moves the
 * result by at most one place.
 *
 * @throws RangeError for an empty list
 */
export const weightedMedian = (values: readonly Weighted[]): number => {
  const sorted = values.toSorted((a, b) => a.value - b.value)
  let reached = 0
  for (const [at, { value, weight }] of sorted.entries()) {
    reached += weight
    if (reached < 0.5 - EXACT) continue
    const next = sorted[at + 1]
    return next && reached <= 0.5 + EXACT ? (value + next.value) / 2 : value
  }
  throw new RangeError('the weighted median of an empty list, or of weights below one half')
}
