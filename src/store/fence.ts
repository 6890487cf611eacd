/** What keeps an older answer from overwriting a newer one, and a wrong clock from keeping every answer out. */

/** A stamp that is further ahead than this was written by a clock that was wrong: it is overwritten. */
const WRONG_CLOCK_SECONDS = 120

/** Whether `stored` is no older than `offered`, both in Unix seconds, and may be believed. */
export const isLater = (stored: number, offered: number): boolean =>
  stored >= offered && stored - offered <= WRONG_CLOCK_SECONDS

/** The same inside a script: what returns 0 when the Lua values `stored` and `offered`, in parts of a second, say so. */
export const fence = (stored: string, offered: string, partsOfSecond: number): string =>
  `local ahead = ${stored} and tonumber(${stored}) - tonumber(${offered})
   if ahead and ahead >= 0 and ahead <= ${WRONG_CLOCK_SECONDS * partsOfSecond} then return 0 end`
