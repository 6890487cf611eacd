import type { Clock } from '../../src/ports.ts'

/** A clock that runs faster than the machine's, and stands still while the machine does. */
export interface Pace extends Clock {
  stop(): Promise<void>
}

/** In so much of the machine's time, at least, … */
const REAL_MS = 5
/** … this much goes by. */
const STEP_MS = 100

/**
 * Twenty times as fast as in life where the machine keeps up. What this process or its store cannot get done takes no time.
 *
 * @param each done, and waited for, before every step
 */
export const startPace = (each: () => Promise<unknown>): Pace => {
  let now = Date.now()
  let running = true
  const sleepers = new Set<{ readonly until: number; wake(): void }>()
  const go = async (): Promise<void> => {
    while (running) {
      await Bun.sleep(REAL_MS)
      await each()
      now += STEP_MS
      for (const sleeper of sleepers) if (sleeper.until <= now) sleeper.wake()
    }
  }
  const going = go()
  return {
    now: () => now,
    sleep: (ms, signal) =>
      new Promise<void>((done) => {
        const sleeper = {
          until: now + ms,
          wake: () => {
            sleepers.delete(sleeper)
            signal?.removeEventListener('abort', sleeper.wake)
            done()
          },
        }
        if (signal?.aborted) return done()
        signal?.addEventListener('abort', sleeper.wake)
        sleepers.add(sleeper)
      }),
    stop: async () => {
      running = false
      await going
    },
  }
}
