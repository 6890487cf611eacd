import { HOUR_MS } from '../../time-units.ts'
import type { CourierDeps } from './deps.ts'

/** An event that should have settled and did not. */
export interface Overdue {
  readonly eventid: string
  /** Unix seconds. */
  readonly maturityTs: number
  readonly problem: string
  /** Times its address was asked in vain; 0 where a price of our own is waited for. */
  readonly made: number
}

export type OverdueAlarm = (overdue: Overdue) => void

/** One line per event in this time, and no more than so many lines. */
const WINDOW_MS = 600_000
export const LINES_PER_WINDOW = 20

/** From here on it is no hiccup. */
const LONG_MS = HOUR_MS

/**
 * Tells the operator of overdue events: a warning, and an error from an hour on. A thousand events of one dead address
 * must not drown everything else, so what is left unsaid is only counted.
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
