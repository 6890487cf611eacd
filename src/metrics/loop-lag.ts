import type { Steady } from '../ports.ts'
import type { Meter } from './meter.ts'

/**
 * How late a process comes to its work because it is busy with something else: the longest lateness of a timer. It is
 * kept for longer than a scraper waits between two looks, so a short stall is not missed.
 */

const EVERY_MS = 100
const KEPT_MS = 20_000

export interface LoopLag {
  /** @returns the longest lateness of the last twenty seconds, in milliseconds */
  tick(now: number): number
}

/** @param startedAt by the same clock as `now` of each tick, in milliseconds */
export const createLoopLag = (startedAt: number, everyMs = EVERY_MS): LoopLag => {
  let last = startedAt
  /** Each later than the one before it and shorter: the first is the longest. */
  let longest: readonly { readonly at: number; readonly lateMs: number }[] = []
  return {
    tick: (now) => {
      const late = { at: now, lateMs: Math.max(0, now - last - everyMs) }
      last = now
      longest = [...longest.filter(({ at, lateMs }) => now - at < KEPT_MS && lateMs > late.lateMs), late]
      return longest[0]!.lateMs
    },
  }
}

/** Measures until it is told to end. */
export const startLoopLag = ({ steady, meter }: { readonly steady: Steady; readonly meter: Meter }): (() => void) => {
  const lag = createLoopLag(steady.ms())
  const timer = setInterval(
    () => meter.set('claros_event_loop_lag_seconds', {}, Math.round(lag.tick(steady.ms())) / 1_000),
    EVERY_MS,
  )
  return () => clearInterval(timer)
}
