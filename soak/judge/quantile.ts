/** Quantiles of samples, and between what they lie. */

const at = (sorted: readonly number[], rank: number): number => sorted[Math.max(0, Math.min(sorted.length, rank) - 1)]!

/** The smallest value that this share of all lies at or below; not a number where there are none. */
export const quantile = (values: readonly number[], share: number): number =>
  values.length === 0
    ? Number.NaN
    : at(
        values.toSorted((a, b) => a - b),
        Math.ceil(share * values.length),
      )

export interface Quantile {
  readonly value: number
  /** Two standard errors below and above, by ranks: nothing is supposed of how the values are spread. */
  readonly low: number
  readonly high: number
  readonly count: number
}

/**
 * How many values lie below a quantile is binomial, so that its rank is known to two times the root of n p (1 - p).
 *
 * @returns `null` where the upper rank is beyond the last value: too few to say
 */
export const boundedQuantile = (values: readonly number[], share: number): Quantile | null => {
  const sorted = values.toSorted((a, b) => a - b)
  const rank = share * sorted.length
  const around = 2 * Math.sqrt(rank * (1 - share))
  if (Math.ceil(rank + around) > sorted.length || sorted.length === 0) return null
  return {
    value: at(sorted, Math.ceil(rank)),
    low: at(sorted, Math.floor(rank - around)),
    high: at(sorted, Math.ceil(rank + around)),
    count: sorted.length,
  }
}
