import type { Meter } from './meter.ts'

/**
 * Counts runs of groups. Both outcomes of a period are there from its first run on, since an alarm compares them.
 *
 * @returns counts one run of this period, in milliseconds
 */
export const groupMeter =
  (meter: Meter) =>
  (everyMs: number, outcome: 'done' | 'failed'): void => {
    const seconds = String(everyMs / 1000)
    for (const each of ['done', 'failed'] as const)
      meter.count('claros_group_runs_total', { seconds, outcome: each }, each === outcome ? 1 : 0)
  }
