import { HOUR_MS } from '../../time-units.ts'
import type { CourierDeps } from './deps.ts'

/** An event that should be resolved and is not. */
export interface Overdue {
  readonly eventid: string
  /** Unix seconds. */
  readonly maturityTs: number
  readonly problem: string
  /** How often its address was asked without success; 0 for an event that waits for our own price. */
  readonly made: number
}

export type OverdueAlarm = (overdue: Overdue) => void

/** In this time at most one line per event, and at most this many lines. */
const WINDOW_MS = 600_000
export const LINES_PER_WINDOW = 20

/** After this time the warning becomes an error. */
const LONG_MS = HOUR_MS

/**
 * Warns the operator of overdue events, with an error after an hour. A thousand events of one dead address must not
 * fill the log, so events beyond the limit are only counted.
 */
export const overdueAlarm = ({ clock, log }: Pick<CourierDeps, 'clock' | 'log'>): OverdueAlarm => {
  let from = Number.NEGATIVE_INFINITY
  let said = new Set<string>()
  let unsaid = 0
  return (overdue) => {
    const now = clock.now()
    const before = unsaid
    if (now - from >= WINDOW_MS) {
      from = now
      said = new Set()
      unsaid = 0
    }
    if (said.has(overdue.eventid)) return
    if (said.size >= LINES_PER_WINDOW) {
      unsaid++
      return
    }
    const fields = said.size === 0 && before > 0 ? { ...overdue, unsaidBefore: before } : overdue
    said.add(overdue.eventid)
    if (now - overdue.maturityTs * 1000 >= LONG_MS) log.error('event.overdue', { ...fields })
    else log.warn('event.overdue', { ...fields })
  }
}
