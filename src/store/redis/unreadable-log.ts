import type { Clock, Log } from '../../ports.ts'
import type { ReportUnreadable } from './stored.ts'

/** Each kind is logged once in this time, because the same record is read again and again. */
const QUIET_MS = 60_000
/** Messages may name a place in a record, so only this many are remembered. */
const MOST = 1_000

/** Logs for an operator which records cannot be read, and what is wrong with them. */
export const unreadableLog = (log: Log, clock: Clock): ReportUnreadable => {
  const told = new Map<string, number>()
  return ({ kind, why, message }) => {
    const [now, last] = [clock.now(), told.get(message)]
    if (last !== undefined && now >= last && now - last < QUIET_MS) return
    told.delete(message)
    told.set(message, now)
    if (told.size > MOST) told.delete(told.keys().next().value!)
    log.error('store.unreadable', { kind, why, message })
  }
}
