import type { CourierDeps } from './deps.ts'
import { ASKS_AT_ONCE } from './resolve.ts'
import type { Resolution } from './resolution.ts'

/** Event ids read at once. */
const PAGE = 500

/** Events worked on at once. More than the addresses asked at once, so that slow addresses never block all places. */
const AT_ONCE = ASKS_AT_ONCE + 16

/**
 * Resolves all mature events, the longest overdue first. This sweep guarantees it, since jobs can be lost with their
 * queue; jobs only make it faster. An event that cannot change before a known time is left out until then.
 */
export const createSweep = (
  { store, clock, log }: Pick<CourierDeps, 'store' | 'clock' | 'log'>,
  settle: (eventId: string) => Promise<Resolution>,
): ((isStopped: () => boolean, onSettled?: () => void) => Promise<void>) => {
  let askAgain = new Map<string, number>()

  const dueIds = async (): Promise<readonly string[]> => {
    const ids: string[] = []
    for (;;) {
      const page = await store.events.due(Math.floor(clock.now() / 1000), ids.length, PAGE)
      ids.push(...page)
      if (page.length < PAGE) return [...new Set(ids)]
    }
  }

  return async (isStopped, onSettled = () => {}) => {
    const ids = await dueIds()
    const next = new Map<string, number>()
    const now = clock.now()
    const queue = ids.filter((id) => {
      const at = askAgain.get(id) ?? now
      if (at > now) next.set(id, at)
      return at <= now
    })
    askAgain = next
    const places = Array.from({ length: Math.min(AT_ONCE, queue.length) }, async () => {
      for (let id = queue.shift(); id !== undefined && !isStopped(); id = queue.shift())
        try {
          const settled = await settle(id)
          if (settled.kind === 'waiting') next.set(id, settled.askAgainAt)
          onSettled()
        } catch (problem) {
          log.error('event.crashed', { eventid: id, message: String(problem), stack: (problem as Error).stack })
        }
    })
    await Promise.all(places)
  }
}
