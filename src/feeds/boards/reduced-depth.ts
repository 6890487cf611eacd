import type { ReducedBook, ReducedSide } from '../../sources/depth/reduce.ts'

/** The worth of the levels up to so many whole basis points from the middle, in the currency of the book. */
export const moneyWithin = ({ money }: ReducedSide, bps: number): number =>
  money.slice(0, bps).reduce((sum, each) => sum + each, 0)

/** Whether both sides can be seen up to this distance, basis points. */
export const reachesTo = ({ bids, asks }: ReducedBook, bps: number): boolean =>
  [bids, asks].every(({ reachBps }) => reachBps === null || reachBps >= bps)
