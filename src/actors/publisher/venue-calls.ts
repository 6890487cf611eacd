import type { Random } from '../../ports.ts'
import { type Backoff, pauseAfter } from './backoff.ts'

/**
 * When a venue may be called again. Providers limit connections, and one that accepts each of them and closes it at once
 * would otherwise be called without a pause; so would any while the store takes nothing of what is heard.
 */
export interface VenueCalls {
  isFree(now: number): boolean
  called(now: number): void
  /** The last call is over, or was of no use. @returns how many in a row were short */
  failed(now: number): number
}

export const createVenueCalls = (backoff: Backoff, random: Random): VenueCalls => {
  let failures = 0
  let freeAt = 0
  let calledAt = 0
  return {
    // After the clock was set back, nobody waits for the time that it was.
    isFree: (now) => now >= freeAt || now < calledAt,
    called: (now) => {
      calledAt = now
    },
    failed: (now) => {
      // Only a call that lasted for longer than the longest pause resets the count.
      failures = now - calledAt > backoff.longestMs ? 1 : failures + 1
      freeAt = now + pauseAfter(failures, backoff, random)
      return failures
    },
  }
}
