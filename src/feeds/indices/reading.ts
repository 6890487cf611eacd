/** What one input of an index says now, and how far it is to be believed. */
export interface ComponentReading {
  /** Unrounded. */
  readonly value: number
  /** coverage · freshness · method, 0 to 1. */
  readonly confidence: number
  /** A documented fallback stands in for the primary source. */
  readonly isFallback: boolean
  /** Sorted by name. */
  readonly sources: readonly string[]
  /** When the oldest of them was true, Unix milliseconds. */
  readonly at: number
}

/** How far a documented fallback is believed (methods 0.3). */
export const FALLBACK = 0.7
