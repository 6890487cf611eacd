import type { Json } from '../../canonical/jcs.ts'
import type { AnyBoard } from '../../feeds/board.ts'
import type { Conclusion, Declined, TickContext } from '../../feeds/feed.ts'
import type { InternalItem, Item } from '../../feeds/registry.ts'
import { shortfallOf } from '../../feeds/shortfall.ts'
import { earlierFor } from './earlier.ts'
import type { TickOutcome } from './polled.ts'
import { readBoards } from './read-boards.ts'
import { keepSnapshot } from './recorder.ts'
import { silenceVenues } from './silence-venues.ts'
import { watchStrikes } from './watch-strikes.ts'
import type { ActorContext } from './context.ts'

/** A reason to publish nothing, in a few words. */
export const describeDecline = (declined: Declined): string => {
  switch (declined.kind) {
    case 'quorum_missed':
      return `quorum missed: ${declined.have} of ${declined.need}`
    case 'disagreement':
      return `sources disagree by ${(declined.spread * 100).toFixed(2)} %, limit ${(declined.limit * 100).toFixed(2)} %`
    case 'input_missing':
      return `input missing: ${declined.input}`
    case 'low_confidence':
      return `low confidence: ${declined.found.toFixed(2)}, floor ${declined.floor.toFixed(2)}`
    case 'little_heard':
      return `little heard: ${declined.listened} of the window, least ${declined.least}`
    case 'needs_past':
      return `needs a past of ${declined.needed} s, has ${declined.recorded} s`
    case 'no_data_here':
      return `no data here: ${declined.message}`
    case 'not_known':
    case 'last_heard':
      return declined.message
  }
}

const describeOutside = (aheadMs: number): string =>
  `${Math.abs(aheadMs / 1000).toFixed(1)} s ${aheadMs > 0 ? 'ahead of' : 'behind'} the clock of the store`

/** A reason that was not repeated for this many ticks is no longer shown. */
const TOLD_TICKS = 4

/** Stores the reason for the servers, when buyers should be told more than an age. */
const tellShortfall = async (
  { actor, feed }: Item,
  declined: Declined,
  { shortfalls }: Pick<ActorContext['store'], 'shortfalls'>,
  now: number,
): Promise<void> => {
  const shortfall = shortfallOf(declined)
  if (shortfall)
    await shortfalls.tell(actor, { ...shortfall, at: Math.floor(now / 1000) }, TOLD_TICKS * feed.everySeconds)
}

/** Families whose numbers are made of votes of venues: of economic values the dollar index. */
const VOTED_IN = ['prices', 'econ']

/** What a conclusion reads and writes. */
export type Deriving = Pick<ActorContext, 'store' | 'publisher' | 'clock' | 'log' | 'quorum' | 'wake' | 'mayAsk'>

/**
 * The boards, streams and earlier snapshots that a definition names, as they are now. What a source told before it might
 * not be asked any more is not sold either, however young it is.
 */
export const contextOf = async (
  item: Item | InternalItem,
  { store, quorum, log, mayAsk }: Pick<ActorContext, 'store' | 'quorum' | 'log' | 'mayAsk'>,
  now: number,
  read: readonly AnyBoard[] = item.feed.boards(item.subject),
): Promise<TickContext> => {
  const { feed, subject, actor } = item
  const after = feed.after(subject)
  const { true: allowed = [], false: refused = [] } = Object.groupBy(read, (board) => `${mayAsk(board)}`)
  const [boards, [own, ...others], silenced] = await Promise.all([
    readBoards(store.boards, allowed, [
      ...(feed.streams?.(subject) ?? []).filter(mayAsk),
      ...(feed.files ?? []),
      ...(feed.records ?? []),
    ]),
    store.snapshots.latestOf([actor, ...after]),
    VOTED_IN.includes(feed.family) ? store.reputation.silenced(now) : null,
  ])
  return {
    now,
    boards: {
      ...boards,
      ...(silenced && { silenced }),
      ...(refused.length > 0 && { refused: new Set(refused.map(({ id }) => id)) }),
    },
    ...earlierFor(item, own, new Map(after.map((name, at) => [name, others[at]])), log),
    quorum,
  }
}

type Concluded = Conclusion<Readonly<Record<string, Json>>> | Declined

/** Writes what a feed keeps besides its result, before that. */
const writeAside = async (
  { feed, subject }: Item | InternalItem,
  { boards }: ActorContext['store'],
  tick: TickContext,
): Promise<void> => {
  const aside = feed.aside?.(subject, tick)
  if (aside) await boards.write(aside.id, tick.now, aside.state)
}

/** Concludes once and stores nothing. */
export const concludeItem = async (
  item: Item,
  context: Pick<ActorContext, 'store' | 'quorum' | 'log' | 'mayAsk'>,
  now: number,
): Promise<Concluded> => item.feed.conclude(item.subject, await contextOf(item, context, now)) as Concluded

/**
 * Concludes once, stores the price for the contracts that wait for it, and publishes it.
 *
 * @param boards in place of those that the feed names without knowing any answer
 */
export const deriveItem = async (
  item: Item,
  context: Deriving,
  now: number,
  boards?: readonly AnyBoard[],
): Promise<TickOutcome> => {
  const { store, publisher } = context
  const { feed, subject, actor } = item
  const tick = await contextOf(item, context, now, boards)
  await writeAside(item, store, tick)
  const concluded = feed.conclude(subject, tick) as Concluded
  if (concluded.kind !== 'concluded') {
    await tellShortfall(item, concluded, store, now)
    return { kind: 'declined', cause: concluded.kind, reason: describeDecline(concluded), declined: concluded }
  }
  const { content } = concluded
  const told = await watchStrikes(context, item, concluded, now)
  if (told?.kind === 'outside')
    return { kind: 'declined', cause: 'tick_outside', reason: describeOutside(told.aheadMs) }
  const published = await publisher.publish(item, content, concluded.carry, now)
  if (published) {
    await keepSnapshot(item, published, store)
    await silenceVenues(context, actor, concluded.silence ?? [], now)
    const { disputedBy = [] } = concluded
    if (disputedBy.length > 0) context.log.warn('sources.disputed', { actor, by: disputedBy })
  }
  return published ? { kind: 'published' } : { kind: 'superseded' }
}

/** Concludes once for the actors that read this one, and keeps it. Nothing of it is sold. */
export const deriveInternal = async (
  item: InternalItem,
  context: Pick<Deriving, 'store' | 'publisher' | 'log' | 'quorum' | 'mayAsk'>,
  now: number,
): Promise<TickOutcome> => {
  const tick = await contextOf(item, context, now)
  await writeAside(item, context.store, tick)
  const concluded = item.feed.conclude(item.subject, tick) as Concluded
  if (concluded.kind !== 'concluded')
    return { kind: 'declined', cause: concluded.kind, reason: describeDecline(concluded), declined: concluded }
  const isNew = await context.publisher.keep(item, concluded.content, concluded.carry, now)
  return { kind: isNew ? 'published' : 'superseded' }
}
