/** Clocks of the store for tests, in place of that of Redis. */

/** Nothing is ever ahead of it or behind it: for tests whose times are made up. */
export const ANY_TIME = 'local function ahead() return 0 end'

/** One that stands. */
export const clockAt = (ms: number): string => `local function ahead(at) return tonumber(at) - ${ms} end`

/** The key that holds what `KEPT` takes for the time, in Unix milliseconds. */
export const KEPT_TIME = 'test:now'

/** The one that a test has written down; while it has not, nothing is ahead or behind. */
export const KEPT = `local function ahead(at) return tonumber(at) - tonumber(redis.call('GET', '${KEPT_TIME}') or at) end`
