import type { Trade } from '../market.ts'

/** Order of trade ids that are whole numbers too long for a float: the longer is the larger. */
const byId = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)

/** A page of trades as `Venue.trades` promises it, whichever way round the venue sent it. */
export const oldestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  trades.toSorted((left, right) => left.at - right.at || byId(left.id, right.id))
