import { median } from './robust.ts'

/** Whether a market has lost its depth (methods 5.5). */

export const DEPTH_STATES = ['NORMAL', 'THINNING', 'COLLAPSE'] as const
export type DepthState = (typeof DEPTH_STATES)[number]

/** Below these shares of the usual depth the market is thinning, and has collapsed. */
export const THINNING_BELOW = 0.6
export const COLLAPSE_BELOW = 0.4
/** With fewer minutes of the past nothing is usual. */
export const LEAST_MINUTES = 30

export const depthState = (ratio: number): DepthState =>
  ratio < COLLAPSE_BELOW ? 'COLLAPSE' : ratio < THINNING_BELOW ? 'THINNING' : 'NORMAL'

/** The usual depth: the median of the past minutes; `null` below thirty of them, or if it is zero. */
export const usualDepth = (history: readonly number[]): number | null => {
  if (history.length < LEAST_MINUTES) return null
  const usual = median(history)
  return usual > 0 ? usual : null
}
