import type { ClosedFeeds } from '../../feeds/closed-feeds.ts'
import type { Scheduler } from '../../queues/scheduler.ts'
import type { GroupSchedule } from '../../queues/schedules.ts'
import type { ActorContext } from './context.ts'

/** What starts ticks out of turn: for an actor alone, or for those of a group in one job, which doubles none of them. */
type Starter = Pick<Scheduler, 'once' | 'onceTogether'>

const membersOf = (groups: readonly GroupSchedule[]): ReadonlySet<string> =>
  new Set(groups.flatMap(({ members }) => members))

/** The groups that have some of these actors, with those alone. */
const partsOf = (groups: readonly GroupSchedule[], actors: ReadonlySet<string>): readonly GroupSchedule[] =>
  groups
    .map((group) => ({ ...group, members: group.members.filter((actor) => actors.has(actor)) }))
    .filter(({ members }) => members.length > 0)

/** After this time every exchange of the first round has answered or reached its time limit. */
const AFTER_BOARDS_MS = 2_600

/**
 * Runs actors that have never run at once, boards first: a new install need not wait a minute for its first gold price.
 * Like the schedule, it leaves out sources that may not be asked and items that are closed.
 */
export const firstTicks = async (
  scheduler: Starter,
  { registry, store, mayAsk }: Pick<ActorContext, 'registry' | 'store' | 'mayAsk'>,
  closed: ClosedFeeds,
  groups: readonly GroupSchedule[],
): Promise<void> => {
  const items = [...registry.items, ...registry.internal].filter(({ actor }) => !closed.has(actor))
  const boards = registry.boards.filter(mayAsk)
  const [states, snapshots] = await Promise.all([
    store.boards.read(boards.map((board) => board.id)),
    store.snapshots.latestOf(items.map((item) => item.actor)),
  ])
  const newBoards = boards.filter((_, at) => states[at] === null)
  const newItems = items.filter((_, at) => snapshots[at] === null).map(({ actor }) => actor)
  const grouped = membersOf(groups)
  await Promise.all([
    ...newBoards.map((board) => scheduler.once('ticks', board.id, 0)),
    ...newItems.filter((actor) => !grouped.has(actor)).map((actor) => scheduler.once('ticks', actor, AFTER_BOARDS_MS)),
    ...partsOf(groups, new Set(newItems)).map((part) => scheduler.onceTogether(part, AFTER_BOARDS_MS)),
  ])
}

/** Boards, and items of groups, with a shorter period come again soon enough by themselves. */
const SLOW_SECONDS = 60
/** So do items. Some wait for others that wait for others: a minute for each would add up. */
const SLOW_ITEM_SECONDS = 10
/** An item asks nobody, so that it may be tried again this soon. */
const LEAST_CONCLUDED_MS = 5_000
/** What has never succeeded is tried again after this part of its period: of a day, no more often than each hour. */
const AGAIN = 1 / 24
/** A provider no sooner, however short the period is: who refuses us for good is not asked every few seconds. */
const LEAST_ASKED_MS = 60_000

/** So many items of groups are tried again in one look. Those that are left have their turn in one of the next. */
const LOOK_MOST = 500
/** Looks differ in whose turn it is if there are this many milliseconds between them. */
const TURN_MS = 5_000

const someOf = (due: readonly string[], now: number): readonly string[] => {
  if (due.length <= LOOK_MOST) return due
  const from = (Math.floor(now / TURN_MS) * LOOK_MOST) % due.length
  return [...due.slice(from), ...due.slice(0, from)].slice(0, LOOK_MOST)
}

/**
 * Runs slow actors again that have failed ever since they exist: on a new install a board whose provider was away for a
 * moment would be missing until its next poll in hours, and an item that came before its boards for its whole period.
 * Items of groups are very many, so that they are tried again as seldom as boards, and a few at a time.
 */
export const firstTicksAgain = async (
  scheduler: Starter,
  { registry, store, mayAsk, clock }: Pick<ActorContext, 'registry' | 'store' | 'mayAsk' | 'clock'>,
  closed: ClosedFeeds,
  groups: readonly GroupSchedule[],
): Promise<void> => {
  const health = await store.health.all()
  const now = clock.now()
  const isDue = (actor: string, everySeconds: number, slowSeconds: number, leastMs: number): boolean => {
    const { succeededAt = 0, failedAt = 0 } = health[actor] ?? {}
    const isLong = now - failedAt >= Math.max(leastMs, everySeconds * 1000 * AGAIN)
    return everySeconds > slowSeconds && succeededAt === 0 && failedAt > 0 && isLong
  }
  const grouped = membersOf(groups)
  const due = [
    ...registry.boards
      .filter((board) => mayAsk(board) && isDue(board.id, board.everySeconds, SLOW_SECONDS, LEAST_ASKED_MS))
      .map(({ id }) => id),
    ...[...registry.items, ...registry.internal]
      .filter(
        ({ actor, feed }) =>
          !closed.has(actor) &&
          !grouped.has(actor) &&
          isDue(actor, feed.everySeconds, SLOW_ITEM_SECONDS, LEAST_CONCLUDED_MS),
      )
      .map(({ actor }) => actor),
  ]
  const together = groups.flatMap(({ members, everyMs }) =>
    members.filter((actor) => isDue(actor, everyMs / 1000, SLOW_SECONDS, LEAST_ASKED_MS)),
  )
  await Promise.all([
    ...due.map((actor) => scheduler.once('ticks', actor, 0)),
    ...partsOf(groups, new Set(someOf(together, now))).map((part) => scheduler.onceTogether(part, 0)),
  ])
}
