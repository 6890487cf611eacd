import type { Trade, TradesSince } from '../market.ts'

/** Order of trade ids that are whole numbers too long for a float: the longer is the larger. */
const byId = (left: string, right: string): number =>
  left.length - right.length || (left < right ? -1 : left > right ? 1 : 0)

/** A page of trades as `Venue.trades` promises it, whichever way round the venue sent it. */
export const oldestFirst = (trades: readonly Trade[]): readonly Trade[] =>
  trades.toSorted((left, right) => left.at - right.at || byId(left.id, right.id))

/**
 * The part of a page that is new to the caller, for venues that page by time (`paging: 'since'`) and repeat the trades
 * of the asked millisecond. Never for `newest` pages: there the overlap is what proves that no hole was left.
 */
export const newSince = (trades: readonly Trade[], since: TradesSince): readonly Trade[] =>
  trades.filter(({ id, at }) => (since.id === null ? at >= since.at : byId(id, since.id) > 0))
