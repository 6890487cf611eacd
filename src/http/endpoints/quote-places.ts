import type { Clock } from '../../ports.ts'
import { SECOND_MS } from '../../time-units.ts'

/** Different questions that one server has under way. Strangers ask them, and they stand in the lane of buyers. */
export const MOST_UNDER_WAY = 8
/** A question without an answer may still stand in the queue, so its place stays taken for so long. */
export const LOST_MS = 30 * SECOND_MS

export interface QuotePlaces {
  /** Whether there was a place. It is taken until `leave`. */
  take(): boolean
  /** @param isAnswered whether a worker answered: then it took every question before this one too */
  leave(isAnswered: boolean): void
}

export const createQuotePlaces = (clock: Clock): QuotePlaces => {
  let taken = 0
  /** Unix milliseconds at which questions were given up. */
  let lost: readonly number[] = []
  return {
    take: () => {
      const now = clock.now()
      // A time of the future was read before the clock was set back.
      lost = lost.filter((at) => at <= now && now < at + LOST_MS)
      if (taken + lost.length >= MOST_UNDER_WAY) return false
      taken++
      return true
    },
    leave: (isAnswered) => {
      taken--
      lost = isAnswered ? [] : [...lost, clock.now()]
    },
  }
}
