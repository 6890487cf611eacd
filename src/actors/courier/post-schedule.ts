import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time-units.ts'

/** When a post is sent again to a relay that has not accepted it. */

/** The pause after each failure, from the first on. */
const DELAYS_MS: readonly number[] = [
  5 * SECOND_MS,
  30 * SECOND_MS,
  2 * MINUTE_MS,
  10 * MINUTE_MS,
  30 * MINUTE_MS,
  HOUR_MS,
  3 * HOUR_MS,
  // Then four times a day, about a week in all.
  ...Array.from({ length: 27 }, () => 6 * HOUR_MS),
]

/** @param made attempts that have failed, from 1. `null`: the post is given up. */
export const postRetryDelay = (made: number): number | null => DELAYS_MS[made - 1] ?? null
