import type { AnyBoard } from '../feeds/board.ts'
import type { AnyFeed } from '../feeds/feed.ts'
import type { Item } from '../feeds/registry.ts'
import { deriveItem } from './derived.ts'
import { pollBoard, type TickOutcome } from './polled.ts'
import type { World } from './world.ts'

/** Actors that are born when somebody asks: their own boards, their own schedule, and their end. */

/** What waking one came to; travels back to who asked. */
export type Woken =
  | { readonly kind: 'awake' }
  /** Nothing is known of this subject, and asking again will not help. */
  | { readonly kind: 'no_data_here'; readonly message: string }
  | { readonly kind: 'unavailable'; readonly reason: string }

/** A poll that another is at is waited for as long as it may take, and this much. */
const SLACK_MS = 1_000
const LOOK_EVERY_MS = 150

/**
 * Polls a board of a born subject unless it is fresh, or nobody has wanted the subject since it was last asked for: what
 * was known then is said until somebody does. Of any number of subjects that share it, one asks.
 */
const freshen = async (board: AnyBoard, wantedAt: number, world: World): Promise<void> => {
  const { store, net, clock, holder } = world
  if (!world.mayAsk(board)) return
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

/** One tick of a born actor: its boards as far as they are due, then its conclusion. */
export const tickBorn = async (item: Item, world: World): Promise<TickOutcome> => {
  const wantedAt = (await world.store.population.wantedAt(item.feed.id, item.actor)) ?? 0
  await Promise.all(item.feed.boards(item.subject).map((board) => freshen(board, wantedAt, world)))
  return deriveItem(item, world, world.clock.now())
}

const bury = async ({ store, unschedule }: World, actors: readonly string[]): Promise<void> => {
  await Promise.all(actors.map(unschedule))
  await store.health.forget(actors)
}

/**
 * Brings an actor to life, or finds it alive: asks its sources once, publishes, and gives it a schedule of its own. Who was
 * wanted least recently goes when there are too many.
 */
export const wakeItem = async (item: Item, world: World): Promise<Woken> => {
  const { feed, actor } = item
  const { store, clock, schedule } = world
  if (!feed.onDemand) throw new Error(`${actor} is not a subject that is created on demand`)
  const gone = await store.population.want(feed.id, actor, clock.now(), feed.onDemand.most)
  if (gone.length > 0) await bury(world, gone)
  const outcome = await tickBorn(item, world)
  if (outcome.kind !== 'declined') {
    await schedule(actor, feed.everySeconds * 1000)
    // It may have had to go for another while it was being born.
    if ((await store.population.wantedAt(feed.id, actor)) === null) await bury(world, [actor])
    return { kind: 'awake' }
  }
  // Nobody could buy it: it takes nobody's place.
  await store.population.remove(feed.id, actor)
  const { declined, reason } = outcome
  return declined?.kind === 'no_data_here'
    ? { kind: 'no_data_here', message: declined.message }
    : { kind: 'unavailable', reason }
}

/** Ends those that nobody has wanted for long, and says who is alive. */
export const tendPopulation = async (feed: AnyFeed, world: World): Promise<readonly string[]> => {
  const { store, clock, log } = world
  const idleMs = (feed.onDemand?.idleSeconds ?? 0) * 1000
  const retired = await store.population.retire(feed.id, clock.now() - idleMs)
  if (retired.length > 0) {
    await bury(world, retired)
    log.info('population.retired', { feed: feed.id, actors: retired.length })
  }
  return store.population.members(feed.id)
}
