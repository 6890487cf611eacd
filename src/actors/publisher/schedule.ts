import type { Item, Registry } from '../../feeds/registry.ts'
import type { ClosedFeeds } from '../../feeds/closed-feeds.ts'
import { refusedInput } from '../../feeds/inputs.ts'
import type { Permission } from '../../sources/permission.ts'
import type { Schedule } from '../../queues/scheduler.ts'

/** Periods that replace the defined ones, in seconds, by feed or board id: `price/spot`, `ticker/kraken`, `ticker`. */
export type Cadences = Readonly<Record<string, number>>

/** The longest prefix with its own period counts: `ticker/kraken` before `ticker`. */
export const periodOf = (id: string, defined: number, cadences: Cadences): number => {
  const parts = id.split('/')
  for (let length = parts.length; length > 0; length--) {
    const period = cadences[parts.slice(0, length).join('/')]
    if (period !== undefined) return period
  }
  return defined
}

/**
 * All schedules that should exist: one per board that may be asked, and one per item that is not closed. They are
 * derived from the registry.
 *
 * @param onDemand items that were started on demand and still run
 */
export const scheduleOf = (
  { boards, fills, items, internal }: Registry,
  cadences: Cadences,
  { allows, closed }: { readonly allows: Permission; readonly closed: ClosedFeeds },
  onDemand: readonly Item[] = [],
): readonly Schedule[] => [
  ...boards
    .filter((board) => refusedInput(board, allows) === null)
    .map((board) => ({
      actor: board.id,
      lane: 'ticks' as const,
      everyMs: periodOf(board.id, board.everySeconds, cadences) * 1000,
    })),
  ...fills.map(({ id, everySeconds }) => ({
    actor: id,
    lane: 'ticks' as const,
    everyMs: periodOf(id, everySeconds, cadences) * 1000,
  })),
  ...[...items, ...internal, ...onDemand]
    .filter(({ actor, feed }) => !closed.has(actor) && !closed.has(feed.id))
    .map(({ actor, feed }) => ({
      actor,
      lane: 'ticks' as const,
      everyMs: periodOf(actor, feed.everySeconds, cadences) * 1000,
    })),
]
