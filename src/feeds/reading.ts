/** The present value of one input of an index, and the confidence in it. */
export interface ComponentReading {
  /** Unrounded. */
  readonly value: number
  /** coverage · freshness · method, 0 to 1. */
  readonly confidence: number
  /** The value comes from a documented fallback instead of the primary source. */
  readonly isFallback: boolean
  /** Sorted by name. */
  readonly sources: readonly string[]
  /** Time of the oldest source, Unix milliseconds. */
  readonly at: number
}

/** The confidence factor of a documented fallback (methods 0.3). */
export const FALLBACK = 0.7

/** A reading that stands in for another one. Whatever is a fallback already counts no less for a second reason. */
export const asFallback = (reading: ComponentReading): ComponentReading =>
  reading.isFallback ? reading : { ...reading, confidence: reading.confidence * FALLBACK, isFallback: true }
