import type { AnyBoard } from '../../feeds/board.ts'
import type { AnyFeed } from '../../feeds/feed.ts'
import type { NoDataHere, NotKnown } from '../../feeds/on-demand.ts'
import type { Item } from '../../feeds/registry.ts'
import { type Shortfall, shortfallOf } from '../../feeds/shortfall.ts'
import { contextOf, deriveItem } from './derived.ts'
import { freshen, secondsMissing } from './freshen.ts'
import type { TickOutcome } from './polled.ts'
import type { ActorContext } from './context.ts'

/** Actors that are created when somebody asks for their subject: their boards, their schedule, and their end. */

/** The result of starting one, for the server that asked. */
export type Woken =
  | { readonly kind: 'awake' }
  /** There is no data about this subject, and asking again will not help. */
  | NoDataHere
  | NotKnown
  /** `told`: what buyers are told beside. */
  | { readonly kind: 'unavailable'; readonly reason: string; readonly told?: Shortfall }
  /** Its start goes on. Seconds that its providers need for the missing requests, by their rates. */
  | { readonly kind: 'warming'; readonly seconds: number }

/** A subject of several requests is waited for so long, a little less than servers wait; then it says how far it is. */
const WAKE_MS = 8_000
/** So long its requests are repeated for which the rate of a provider leaves no room. Its ask does not wait for that. */
const WARMING_MS = 120_000

/** Answers that lead to further questions end somewhere: a ship, its cell, and two rings of neighbours. */
const MOST_ROUNDS = 4

type KnownBoards = Map<string, AnyBoard>

/** When it was last asked for, and how long questions are asked again for which there is no room. */
interface Wanted {
  readonly wantedAt: number
  readonly patienceMs: number
}

/** @param known gets the boards that are known to be needed */
const tick = async (
  item: Item,
  context: ActorContext,
  { wantedAt, patienceMs }: Wanted,
  known: KnownBoards = new Map(),
): Promise<TickOutcome> => {
  const { clock } = context
  const { feed, subject } = item
  const startedAt = clock.now()
  let next = feed.boards(subject)
  for (let round = 0; round < MOST_ROUNDS; round++) {
    for (const board of next) known.set(board.id, board)
    await freshen(next, wantedAt, context, patienceMs - (clock.now() - startedAt))
    if (!feed.onDemand?.further) break
    const look = await contextOf(item, context, clock.now(), [...known.values()])
    next = feed.onDemand.further(subject, look).filter(({ id }) => !known.has(id))
    if (next.length === 0) break
  }
  return deriveItem(item, context, clock.now(), [...known.values()])
}

/**
 * One tick of an actor on demand: polls the boards that are due, then those which their answers lead to, and concludes
 * from all of them.
 */
export const tickOnDemand = async (item: Item, context: ActorContext): Promise<TickOutcome> => {
  const wantedAt = (await context.store.population.wantedAt(item.feed.id, item.actor)) ?? 0
  return tick(item, context, { wantedAt, patienceMs: 0 })
}

/** Whether it takes several requests to one provider, at once or one after the other. */
const isWide = ({ feed, subject }: Item): boolean => {
  const boards = feed.boards(subject)
  const sources = new Set(boards.map(({ source }) => source.name))
  return sources.size < boards.length || (feed.onDemand?.furtherQuestions?.(subject) ?? 0) > 1
}

const bury = async ({ store, unschedule }: ActorContext, actors: readonly string[]): Promise<void> => {
  await Promise.all(actors.map(unschedule))
  await store.health.forget(actors)
}

const start = async (item: Item, context: ActorContext, known: KnownBoards): Promise<Woken> => {
  const { feed, actor } = item
  const { store, clock, schedule } = context
  if (!feed.onDemand) throw new Error(`${actor} is not a subject that is created on demand`)
  const wantedAt = clock.now()
  // The ask of any other waits until its start is over. Asks are few at once: a crowd of places for which a provider has
  // no room would keep editions from being signed.
  const patienceMs = isWide(item) ? WARMING_MS : WAKE_MS
  const outcome = await tick(item, context, { wantedAt, patienceMs }, known)
  if (outcome.kind !== 'declined') {
    const gone = await store.population.want(feed.id, actor, wantedAt, feed.onDemand.most)
    if (gone.length > 0) await bury(context, gone)
    await schedule(actor, feed.everySeconds * 1000)
    // Another actor may have replaced it while it was starting.
    if ((await store.population.wantedAt(feed.id, actor)) === null) await bury(context, [actor])
    return { kind: 'awake' }
  }
  // It has nothing to sell, so it displaces no other actor, and is none itself any more.
  await store.population.remove(feed.id, actor)
  const { declined, reason } = outcome
  if (declined?.kind === 'no_data_here' || declined?.kind === 'not_known') return declined
  const told = declined && shortfallOf(declined)
  return { kind: 'unavailable', reason, ...(told && { told }) }
}

/** The starts that are under way in this process. */
const starts = new WeakMap<ActorContext, Map<string, Start>>()

interface Start {
  readonly woken: Promise<Woken>
  readonly known: KnownBoards
}

const begun = (item: Item, context: ActorContext): Start => {
  const running = starts.get(context) ?? new Map<string, Start>()
  starts.set(context, running)
  const under = running.get(item.actor)
  if (under) return under
  const known: KnownBoards = new Map()
  const woken = start(item, context, known).finally(() => running.delete(item.actor))
  const starting = { woken, known }
  running.set(item.actor, starting)
  return starting
}

/**
 * Starts an actor, or finds it running: asks its sources, publishes, and gives it a schedule. When there are too many
 * actors, the one that was asked for longest ago ends. A subject of several requests may need longer than a buyer
 * waits: then its start goes on, and the next ask finds what it has gathered.
 */
export const wakeItem = async (item: Item, context: ActorContext): Promise<Woken> => {
  const { woken: starting, known } = begun(item, context)
  if (!isWide(item)) return starting
  const { clock, log } = context
  const late = new AbortController()
  const woken = await Promise.race([starting, clock.sleep(WAKE_MS, late.signal).then(() => null)])
  late.abort()
  if (woken) return woken
  starting.catch((problem: unknown) => log.error('wake.failed', { actor: item.actor, reason: String(problem) }))
  return { kind: 'warming', seconds: await secondsMissing([...known.values()], context) }
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
