import { MOST_OFF_MS, type StoreClock } from './store-clock.ts'

/** Keeps an older answer from overwriting a newer one, and keeps a wrong clock from blocking every answer. */

/** Two correct clocks differ by no more than this. */
const MOST_APART_SECONDS = (2 * MOST_OFF_MS) / 1000

/**
 * Whether the stored time `stored` makes it useless to offer this one. Both are Unix seconds; the offered one is from a
 * correct clock. This only saves work: the fence judges whatever is offered.
 */
export const isLater = (stored: number, offered: number): boolean =>
  stored >= offered && stored - offered <= MOST_APART_SECONDS

/**
 * Lua that returns 0 when the time `offered` must not be written over `stored`, both in units of `ms` milliseconds. A
 * time ahead of the store's clock comes from a wrong clock: it is not accepted, and when it is already stored it blocks
 * nothing. Nor does a stored time that is no number.
 */
export const fence = (clock: StoreClock, stored: string, offered: string, ms: number): string =>
  `${clock}
   if ahead(${offered} * ${ms}) > ${MOST_OFF_MS} then return 0 end
   local known = tonumber(${stored} or '')
   if known and known >= tonumber(${offered}) and ahead(known * ${ms}) <= ${MOST_OFF_MS} then return 0 end`
