import { MOST_OFF_MS, type StoreClock } from './store-clock.ts'

/** What keeps an older answer from overwriting a newer one, and a wrong clock from keeping every answer out. */

/** Two right clocks are no further apart than this. */
const MOST_APART_SECONDS = (2 * MOST_OFF_MS) / 1000

/**
 * Whether what lies there under `stored` makes it idle to offer this, both in Unix seconds and the latter of a right clock.
 * Spares work: what is offered all the same is judged by the fence.
 */
export const isLater = (stored: number, offered: number): boolean =>
  stored >= offered && stored - offered <= MOST_APART_SECONDS

/**
 * Lua that returns 0 when the stamp `offered` must not be written over `stored`, both in units of `ms` milliseconds. One
 * that is ahead of the store's clock was given by a wrong clock: it is not taken, and keeps nothing out if it lies there.
 */
export const fence = (clock: StoreClock, stored: string, offered: string, ms: number): string =>
  `${clock}
   if ahead(${offered} * ${ms}) > ${MOST_OFF_MS} then return 0 end
   if ${stored} and tonumber(${stored}) >= tonumber(${offered}) and ahead(${stored} * ${ms}) <= ${MOST_OFF_MS} then
     return 0
   end`
