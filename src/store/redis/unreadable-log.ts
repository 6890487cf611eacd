import type { Clock, Log } from '../../ports.ts'
import type { ReportUnreadable } from './stored.ts'

/** Each kind is logged once in this time, because the same record is read again and again. */
const QUIET_MS = 60_000

/** Logs for an operator which records cannot be read, and what is wrong with them. */
export const unreadableLog = (log: Log, clock: Clock): ReportUnreadable => {
  const told = new Map<string, number>()
  return ({ kind, why, message }) => {
    const [now, last] = [clock.now(), told.get(message)]
    if (last !== undefined && now >= last && now - last < QUIET_MS) return
    told.set(message, now)
    log.error('store.unreadable', { kind, why, message })
  }
}
