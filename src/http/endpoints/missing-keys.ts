import { readMetricCell } from '../../metrics/meter.ts'
import type { Process } from '../../store/published/totals.ts'

/** A worker that lacks the newest key that signs answers, or cannot go by the documents that name it. */
export interface MissingKey {
  readonly worker: string
  readonly purpose: string
  /** With a key that is still valid as it knows. */
  readonly signs: boolean
}

/** Of `claros_key_behind`. */
const SIGNS_NOTHING = 2

/** Workers report it as a metric, so this shows the same as `/metrics`. */
export const missingKeys = (processes: readonly Process[]): readonly MissingKey[] =>
  processes.flatMap(({ process, gauges }) =>
    [...gauges].flatMap(([cell, behind]) => {
      const { name, labels } = readMetricCell(cell)
      return name === 'claros_key_behind' && behind > 0
        ? [{ worker: process, purpose: labels[0]!, signs: behind !== SIGNS_NOTHING }]
        : []
    }),
  )
