import type { Clock, Log } from '../../ports.ts'
import type { FacilitatorNews } from '../rails/facilitator-list.ts'

/**
 * Logs what facilitators answer about our routes. Every payment carries the same route, so one line per time is enough.
 */

const SILENCE_MS = 600_000
/** Most pairs of route and reason. A facilitator writes the reasons, so after this many the others are not logged. */
const MOST = 1_000

export const extensionLog = (log: Log, clock: Clock): FacilitatorNews['extension'] => {
  /** In the order of logging: the oldest are forgotten first. */
  const saidAt = new Map<string, number>()
  return (facilitator, route, { extension, status, reason }) => {
    const now = clock.now()
    for (const [about, at] of saidAt) {
      if (now - at < SILENCE_MS) break
      saidAt.delete(about)
    }
    const about = JSON.stringify([facilitator, route, extension, status, reason])
    if (saidAt.has(about) || saidAt.size >= MOST) return
    saidAt.set(about, now)
    const level = status === 'rejected' ? 'warn' : 'info'
    log[level]('facilitator.extension', { facilitator, route, extension, status, reason })
  }
}
