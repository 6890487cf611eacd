import type { Clock } from '../ports.ts'

/** The machine's clock. Canonical timestamps are read from it, so the machine must run NTP. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done()
      // A signal may outlive a million sleeps: none of them leaves anything at it.
      const end = (): void => {
        clearTimeout(timer)
        signal?.removeEventListener('abort', end)
        done()
      }
      const timer = setTimeout(end, ms)
      signal?.addEventListener('abort', end)
    }),
}
