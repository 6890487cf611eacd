import { median } from './robust.ts'

/**
 * How far prices lie apart, in per cent of their median: 100 · (max − min)/median (methods 3).
 *
 * @throws RangeError for an empty list
 */
export const spreadPct = (prices: readonly number[]): number =>
  (100 * (Math.max(...prices) - Math.min(...prices))) / median(prices)
