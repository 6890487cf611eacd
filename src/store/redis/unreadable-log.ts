import type { Clock, Log } from '../../ports.ts'
import type { ReportUnreadable } from './stored.ts'

/** Said once of each kind in so long: what lies there is read again and again. */
const QUIET_MS = 60_000

/** Tells an operator of records that cannot be read, and what is wrong of them. */
export const unreadableLog = (log: Log, clock: Clock): ReportUnreadable => {
  const told = new Map<string, number>()
  return ({ kind, why, message }) => {
    const [now, last] = [clock.now(), told.get(message)]
    if (last !== undefined && now >= last && now - last < QUIET_MS) return
    told.set(message, now)
    log.error('store.unreadable', { kind, why, message })
  }
}
