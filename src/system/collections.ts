import { fullGC } from 'bun:jsc'
import type { Clock, Random } from '../ports.ts'
import { MINUTE_MS } from '../time-units.ts'

/**
 * Collects the whole heap now and then. A process with little to do fills its heap so slowly that the runtime gets round to
 * what is old once in an hour, and until then its memory grows (decision 0193).
 */

/** It stands still for some 50 ms, so seldom that it does not show in the time of 99 in 100 buyers, and at a time of its own. */
const LEAST_MS = MINUTE_MS
const MOST_MS = 2 * MINUTE_MS

/** Until it is told to end. */
export const startCollections = (
  { clock, random }: { readonly clock: Clock; readonly random: Random },
  // `Bun.gc` throws away compiled code as well, which is slow until it is compiled once more.
  collect: () => void = fullGC,
): (() => void) => {
  const ending = new AbortController()
  const run = async (): Promise<void> => {
    for (;;) {
      await clock.sleep(random.integer(LEAST_MS, MOST_MS), ending.signal)
      if (ending.signal.aborted) return
      collect()
    }
  }
  void run()
  return () => ending.abort()
}
