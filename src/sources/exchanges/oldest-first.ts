import type { Trade } from '../market.ts'

/** Orders trade ids that are whole numbers too long for a float: a longer id is larger. */
const byId = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)

/** A page of trades in the order that `Venue.trades` promises, in whatever order the venue sent it. */
export const oldestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  trades.toSorted((left, right) => left.at - right.at || byId(left.id, right.id))
