import type { Clock, Log } from '../../ports.ts'

/**
 * Log lines about actors that publish nothing. An actor whose provider is down declines with every tick. That is logged
 * once, then once a minute with a count, and once when it is over. An actor that alternates is logged once a minute
 * too.
 */
export interface DeclineLog {
  declined(actor: string, cause: string, reason: string): void
  recovered(actor: string): void
}

const QUIET_MS = 60_000
/** Unpaid requests create actors, so only this many are remembered. */
const MOST = 10_000

/** What was last logged about one actor, and what was left out since. */
interface Told {
  readonly at: number
  /** The cause that was logged; `null` if the last line logged a recovery. */
  readonly cause: string | null
  /** Declined ticks since the last line. */
  readonly untold: number
}

export const createDeclineLog = (log: Log, clock: Clock): DeclineLog => {
  const told = new Map<string, Told>()
  const remember = (actor: string, what: Told): void => {
    // The last entry of the map is the actor that was logged last.
    told.delete(actor)
    told.set(actor, what)
    if (told.size > MOST) told.delete(told.keys().next().value!)
  }
  return {
    declined: (actor, cause, reason) => {
      const now = clock.now()
      const last = told.get(actor)
      const untold = (last?.untold ?? 0) + 1
      // After the clock was set back, the pause does not apply.
      const quiet = last !== undefined && now >= last.at && now - last.at < QUIET_MS
      if (quiet) return remember(actor, { ...last, untold })
      log.warn('tick.declined', { actor, cause, reason, ticks: untold })
      remember(actor, { at: now, cause, untold: 0 })
    },
    recovered: (actor) => {
      const last = told.get(actor)
      if (last === undefined || last.cause === null) return
      log.info('tick.recovered', { actor, after: last.cause, ticks: last.untold })
      remember(actor, { at: clock.now(), cause: null, untold: 0 })
    },
  }
}
