import { median } from './robust.ts'

/**
 * The guard of sums over order books. A sum bears no wrong part: one venue that shows a million coins would be the whole
 * depth of the market. So a venue counts at most ten times as much as the one in the middle (decision 0049).
 */

/** A venue counts at most so many times the median of all venues. */
export const WALL_FACTOR = 10

/** What enters a sum of each amount. */
export const withoutWalls = (amounts: readonly number[]): readonly number[] => {
  if (amounts.length === 0) return amounts
  const most = WALL_FACTOR * median(amounts)
  return amounts.map((amount) => Math.min(amount, most))
}
