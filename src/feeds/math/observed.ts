import { majorityOf } from './agreement.ts'

/** How new the live votes of a price's own market are, Unix milliseconds. Two prices of one look at it are one price. */
export interface Observed {
  /** So many as are a majority of the configured were observed then or later. */
  readonly majorityAt: number
  readonly newestAt: number
}

/** Of numbers that are agreements themselves; `null` where a majority of the configured is not among them. */
export const observedOf = (numbers: readonly Observed[], configured: number): Observed | null => {
  const newest = numbers.map(({ majorityAt }) => majorityAt).toSorted((a, b) => b - a)
  const majorityAt = newest[majorityOf(configured) - 1]
  return majorityAt === undefined
    ? null
    : { majorityAt, newestAt: Math.max(...numbers.map(({ newestAt }) => newestAt)) }
}

/** Of votes; `null` where a majority of the configured is not among them. */
export const observedBy = (votes: readonly { readonly at: number }[], configured: number): Observed | null =>
  observedOf(
    votes.map(({ at }) => ({ majorityAt: at, newestAt: at })),
    configured,
  )
