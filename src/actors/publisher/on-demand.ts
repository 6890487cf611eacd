import type { AnyBoard } from '../../feeds/board.ts'
import type { AnyFeed } from '../../feeds/feed.ts'
import type { Item } from '../../feeds/registry.ts'
import { deriveItem } from './derived.ts'
import { pollBoard, type TickOutcome } from './polled.ts'
import type { ActorContext } from './context.ts'

/** Actors that are created when somebody asks for their subject: their boards, their schedule, and their end. */

/** The result of starting one, for the server that asked. */
export type Woken =
  | { readonly kind: 'awake' }
  /** There is no data about this subject, and asking again will not help. */
  | { readonly kind: 'no_data_here'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** When another worker is polling, this one waits for the longest time of a poll and this much more. */
const SLACK_MS = 1_000
const LOOK_EVERY_MS = 150

/**
 * Polls a board of a subject on demand, unless the board is fresh or nobody has asked for the subject since the last
 * poll; then the old data stays until somebody asks. When several subjects share a board, one of them polls it.
 */
const freshen = async (board: AnyBoard, wantedAt: number, context: ActorContext): Promise<void> => {
  const { store, net, clock, holder } = context
  if (!context.mayAsk(board)) return
  const lease = `poll/${board.id}`
  const pollMs = board.source.timeoutMs + SLACK_MS
  const until = clock.now() + pollMs
  for (;;) {
    const now = clock.now()
    const [stored] = await store.boards.read([board.id])
    if (stored && (now - stored.at < board.everySeconds * 1000 || wantedAt <= stored.at)) return
    if (now >= until) return
    if (await store.leases.hold(lease, `${holder}/${now}`, pollMs)) {
      try {
        await pollBoard(board, net, store.boards, now)
      } finally {
        await store.leases.release(lease, `${holder}/${now}`)
      }
      return
    }
    await clock.sleep(LOOK_EVERY_MS)
  }
}

/** One tick of an actor on demand: polls the boards that are due, then concludes. */
export const tickOnDemand = async (item: Item, context: ActorContext): Promise<TickOutcome> => {
  const wantedAt = (await context.store.population.wantedAt(item.feed.id, item.actor)) ?? 0
  await Promise.all(item.feed.boards(item.subject).map((board) => freshen(board, wantedAt, context)))
  return deriveItem(item, context, context.clock.now())
}

const bury = async ({ store, unschedule }: ActorContext, actors: readonly string[]): Promise<void> => {
  await Promise.all(actors.map(unschedule))
  await store.health.forget(actors)
}

/**
 * Starts an actor, or finds it running: asks its sources once, publishes, and gives it a schedule. When there are too
 * many actors, the one that was asked for longest ago ends.
 */
export const wakeItem = async (item: Item, context: ActorContext): Promise<Woken> => {
  const { feed, actor } = item
  const { store, clock, schedule } = context
  if (!feed.onDemand) throw new Error(`${actor} is not a subject that is created on demand`)
  const gone = await store.population.want(feed.id, actor, clock.now(), feed.onDemand.most)
  if (gone.length > 0) await bury(context, gone)
  const outcome = await tickOnDemand(item, context)
  if (outcome.kind !== 'declined') {
    await schedule(actor, feed.everySeconds * 1000)
    // Another actor may have replaced it while it was starting.
    if ((await store.population.wantedAt(feed.id, actor)) === null) await bury(context, [actor])
    return { kind: 'awake' }
  }
  // It has nothing to sell, so it must not displace another actor.
  await store.population.remove(feed.id, actor)
  const { declined, reason } = outcome
  return declined?.kind === 'no_data_here'
    ? { kind: 'no_data_here', message: declined.message }
    : { kind: 'unavailable', reason }
}

/** Ends the actors that nobody has asked for lately, and returns the others. */
export const maintainPopulation = async (feed: AnyFeed, context: ActorContext): Promise<readonly string[]> => {
  const { store, clock, log } = context
  const idleMs = (feed.onDemand?.idleSeconds ?? 0) * 1000
  const retired = await store.population.retire(feed.id, clock.now() - idleMs)
  if (retired.length > 0) {
    await bury(context, retired)
    log.info('population.retired', { feed: feed.id, actors: retired.length })
  }
  return store.population.members(feed.id)
}
