import type { Clock } from '../ports.ts'

/** The machine's clock. Canonical timestamps are read from it, so the machine must run NTP. */
export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms, signal) =>
    new Promise((done) => {
      if (signal?.aborted) return done()
      const timer = setTimeout(done, ms)
      signal?.addEventListener('abort', () => (clearTimeout(timer), done()), { once: true })
    }),
}
