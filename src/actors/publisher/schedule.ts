import type { InternalItem, Item, Registry } from '../../feeds/registry.ts'
import type { ClosedFeeds } from '../../feeds/closed-feeds.ts'
import { refusedInput } from '../../feeds/inputs.ts'
import type { Permission } from '../../sources/permission.ts'
import type { Schedule } from '../../queues/schedules.ts'
import { groupsOf } from './grouping.ts'

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

/** What the operator's settings say of schedules. */
export interface ScheduleSettings {
  readonly allows: Permission
  readonly closed: ClosedFeeds
  /** Items of one period share schedules when they are more than this. */
  readonly groupedAbove: number
}

interface Ticking {
  readonly actor: string
  readonly everyMs: number
}

const alone = ({ actor, everyMs }: Ticking): Schedule => ({ actor, lane: 'ticks', everyMs })

/** One schedule for each, or for each group of a period that has more than so many. */
const inGroups = (all: readonly Ticking[], groupedAbove: number): readonly Schedule[] =>
  [...Map.groupBy(all, ({ everyMs }) => everyMs)].flatMap(([everyMs, those]) =>
    those.length <= groupedAbove
      ? those.map(alone)
      : [...groupsOf(those.map(({ actor }) => actor))].map(([bits, members]): Schedule => ({
          actor: `group/${everyMs}/b${bits}`,
          lane: 'groups',
          everyMs,
          members,
        })),
  )

/**
 * All schedules that should exist: one per board that may be asked, and one per item that is not closed. They are
 * derived from the registry. Very many items of one period share schedules; what asks providers in its tick (boards,
 * fills, items on demand) never does, since its own moment in the period spreads the questions to each of them.
 *
 * @param onDemand items that were started on demand and still run
 */
export const scheduleOf = (
  { boards, fills, items, internal }: Registry,
  cadences: Cadences,
  { allows, closed, groupedAbove }: ScheduleSettings,
  onDemand: readonly Item[] = [],
): readonly Schedule[] => {
  const asking = (all: readonly { readonly id: string; readonly everySeconds: number }[]) =>
    all.map(({ id, everySeconds }) => ({ actor: id, everyMs: periodOf(id, everySeconds, cadences) * 1000 }))
  const open = (all: readonly (Item | InternalItem)[]) =>
    all
      .filter(({ actor, feed }) => !closed.has(actor) && !closed.has(feed.id))
      .map(({ actor, feed }) => ({ actor, everyMs: periodOf(actor, feed.everySeconds, cadences) * 1000 }))
  return [
    ...asking(boards.filter((board) => refusedInput(board, allows) === null)).map(alone),
    ...asking(fills).map(alone),
    ...inGroups(open([...items, ...internal]), groupedAbove),
    ...open(onDemand).map(alone),
  ]
}
