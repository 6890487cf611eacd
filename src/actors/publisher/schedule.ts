import type { AnyBoard } from '../../feeds/board.ts'
import type { Item, Registry } from '../../feeds/registry.ts'
import type { Rights } from '../../sources/query.ts'
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

/** Which sources an operator allows to be asked, by their published rights. */
export type AllowedRights = 'open' | 'permitted' | 'all'

const RIGHTS: Readonly<Record<AllowedRights, readonly Rights[]>> = {
  open: ['open'],
  permitted: ['open', 'attribution'],
  all: ['open', 'attribution', 'noncommercial', 'unlicensed'],
}

/**
 * Whether a source may be asked.
 *
 * @param licensed names of sources that the operator may sell by an agreement of its own
 * @param keys names of sources that the operator has a key for; every source has one if left out
 */
export const mayAsk =
  (allowed: AllowedRights, licensed: readonly string[] = [], keys: readonly string[] | null = null) =>
  ({ source }: Pick<AnyBoard, 'source'>): boolean =>
    (RIGHTS[allowed].includes(source.rights) || licensed.includes(source.name)) &&
    (source.keyed?.needed !== true || keys === null || keys.includes(source.name))

/**
 * All schedules that should exist: one per board that may be asked, and one per item. They are derived from the
 * registry. A feed whose boards may not be asked does not reach its quorum.
 *
 * @param onDemand items that were started on demand and still run
 */
export const scheduleOf = (
  { boards, fills, items }: Registry,
  cadences: Cadences,
  asked: ReturnType<typeof mayAsk>,
  onDemand: readonly Item[] = [],
): readonly Schedule[] => [
  ...boards.filter(asked).map((board) => ({
    actor: board.id,
    lane: 'ticks' as const,
    everyMs: periodOf(board.id, board.everySeconds, cadences) * 1000,
  })),
  ...fills.map(({ id, everySeconds }) => ({
    actor: id,
    lane: 'ticks' as const,
    everyMs: periodOf(id, everySeconds, cadences) * 1000,
  })),
  ...[...items, ...onDemand].map(({ actor, feed }) => ({
    actor,
    lane: 'ticks' as const,
    everyMs: periodOf(actor, feed.everySeconds, cadences) * 1000,
  })),
]
