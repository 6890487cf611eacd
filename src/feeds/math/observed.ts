import { majorityOf } from './agreement.ts'

/**
 * How new the live votes of a price's own market are, Unix milliseconds. Two prices that come from the same observation
 * count as one price.
 */
export interface Observed {
  /** At least a majority of the configured venues was observed at this time or later. */
  readonly majorityAt: number
  readonly newestAt: number
}

/** The times of a price made from other agreements; `null` if these are not a majority of the configured ones. */
export const observedOf = (numbers: readonly Observed[], configured: number): Observed | null => {
  const newest = numbers.map(({ majorityAt }) => majorityAt).toSorted((a, b) => b - a)
  const majorityAt = newest[majorityOf(configured) - 1]
  return majorityAt === undefined
    ? null
    : { majorityAt, newestAt: Math.max(...numbers.map(({ newestAt }) => newestAt)) }
}

/** The times of a price made from votes; `null` if these are not a majority of the configured venues. */
export const observedBy = (votes: readonly { readonly at: number }[], configured: number): Observed | null =>
  observedOf(
    votes.map(({ at }) => ({ majorityAt: at, newestAt: at })),
    configured,
  )
