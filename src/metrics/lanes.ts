import type { Meter } from './meter.ts'

/** Counts finished jobs of queues. */
export const laneMeter =
  (meter: Meter) =>
  ({
    lane,
    waitedMs,
    outcome,
  }: {
    readonly lane: string
    readonly waitedMs: number
    readonly outcome: 'done' | 'failed'
  }): void => {
    meter.count('claros_lane_finished_total', { lane, outcome })
    meter.time('claros_lane_wait_seconds', { lane }, waitedMs)
  }
