import type { KeptSnapshot } from '../../canonical/snapshot.ts'
import type { AnyBoard, ReadSnapshot } from '../../feeds/board.ts'
import { readEarlier, readOwnCarry } from '../../feeds/carry.ts'
import { actorId, type Earlier, type TickContext } from '../../feeds/feed.ts'
import type { InternalItem, Item } from '../../feeds/registry.ts'
import type { Log } from '../../ports.ts'
import type { ActorContext } from './context.ts'

/** By actor: the snapshot that was logged last, so that it is logged once and not with every tick. */
const told = new WeakMap<Log, Map<string, number>>()

/** Unpaid requests create actors, so only this many are remembered. */
const MOST = 10_000

const tellUnfit = (log: Log, { actor, timestamp }: KeptSnapshot, reader: string): void => {
  const known = told.get(log) ?? new Map<string, number>()
  told.set(log, known)
  if (known.get(actor) === timestamp) return
  known.delete(actor)
  known.set(actor, timestamp)
  if (known.size > MOST) known.delete(known.keys().next().value!)
  log.warn('carry.unfit', { actor, timestamp, reader })
}

type Found = KeptSnapshot | null | undefined

/** Reads a snapshot for a reader, who is told of in the log if it has another form. */
const fittingFor =
  (reader: string, log: Log) =>
  <E>(snapshot: Found, read: (found: Earlier) => E | null): E | null => {
    if (!snapshot) return null
    const { timestamp, content, carry, contentHash } = snapshot
    const earlier = read({ timestamp, content, carry, ...(contentHash !== undefined && { contentHash }) })
    if (earlier === null) tellUnfit(log, snapshot, reader)
    return earlier
  }

/** Reads any feed's snapshot among these, by the feed and the key of its subject. */
const readerOf =
  (fitting: ReturnType<typeof fittingFor>, others: ReadonlyMap<string, Found>): TickContext['earlier'] =>
  (from, key) =>
    fitting(others.get(actorId(from, { key })), (found) => readEarlier(from, found))

/**
 * The earlier snapshots that a tick may read. If a snapshot carries something else than its feed declares, as one of
 * another release may, it counts as absent.
 *
 * @param own the last snapshot of the item itself
 * @param others those of the actors that its feed names in `after`, by id
 */
export const earlierFor = (
  { feed, actor }: Pick<Item | InternalItem, 'feed' | 'actor'>,
  own: Found,
  others: ReadonlyMap<string, Found>,
  log: Log,
): Pick<TickContext, 'previous' | 'earlier'> => {
  const fitting = fittingFor(actor, log)
  return { previous: fitting(own, (found) => readOwnCarry(feed, found)), earlier: readerOf(fitting, others) }
}

/** The earlier snapshots that decide what a board asks; `undefined` for a board that names none. */
export const earlierForBoard = async (
  { id, after }: Pick<AnyBoard, 'id' | 'after'>,
  { store, log }: Pick<ActorContext, 'store' | 'log'>,
): Promise<ReadSnapshot | undefined> => {
  if (!after) return undefined
  const found = await store.snapshots.latestOf(after)
  return readerOf(fittingFor(id, log), new Map(after.map((actor, at) => [actor, found[at]])))
}
