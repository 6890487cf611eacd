import { readMetricCell } from '../../metrics/meter.ts'
import type { Process } from '../../store/published/totals.ts'

/** A worker that publishes nothing because its clock is wrong. */
export interface WrongClock {
  readonly worker: string
  /** How far it is ahead of the store's. */
  readonly offsetSeconds: number
}

/** Workers report it as a metric, so this shows the same number as `/metrics`. */
export const wrongClocks = (processes: readonly Process[]): readonly WrongClock[] =>
  processes.flatMap(({ process, gauges }) => {
    const said = new Map([...gauges].map(([cell, value]) => [readMetricCell(cell).name, value]))
    return said.get('claros_clock_wrong') === 1
      ? [{ worker: process, offsetSeconds: said.get('claros_clock_offset_seconds') ?? 0 }]
      : []
  })
