import type { Clock, Steady } from '../ports.ts'
import type { Meter } from './meter.ts'

/** How far a server's clock is ahead of the store's. Workers judge theirs (`actors/clock-watch.ts`), servers only tell. */

export interface ClockOffsetParts {
  readonly clock: Clock
  readonly steady: Steady
  readonly meter: Meter
  /** Unix milliseconds by the store. */
  storeTime(): Promise<number>
}

const EVERY_MS = 5_000
/** A reply that took longer says less than the last one. */
const SLOW_MS = 500

/** Measures once. While the store does not answer, the last offset stays. */
export const measureClockOffset = async ({ clock, steady, meter, storeTime }: ClockOffsetParts): Promise<void> => {
  const askedAt = steady.ms()
  const storeMs = await storeTime().catch(() => null)
  const tookMs = steady.ms() - askedAt
  if (storeMs === null || tookMs > SLOW_MS) return
  const aheadMs = clock.now() - (storeMs + tookMs / 2)
  meter.set('claros_clock_offset_seconds', {}, Math.round(aheadMs) / 1_000)
}

/** Measures now and again until it is told to end. */
export const watchClockOffset = (parts: ClockOffsetParts): (() => void) => {
  void measureClockOffset(parts)
  const timer = setInterval(() => void measureClockOffset(parts), EVERY_MS)
  return () => clearInterval(timer)
}
