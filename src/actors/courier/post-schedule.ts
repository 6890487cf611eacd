/** When a post is tried again at a relay that has not taken it. */

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE

/** After each failure, from the first on. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND,
  30 * SECOND,
  2 * MINUTE,
  10 * MINUTE,
  30 * MINUTE,
  HOUR,
  3 * HOUR,
  // From here on four times a day, for a week in all.
  ...Array.from({ length: 27 }, () => 6 * HOUR),
]

/** @param made attempts that have failed, from 1. `null`: it is given up. */
export const postRetryDelay = (made: number): number | null => DELAYS_MS[made - 1] ?? null
