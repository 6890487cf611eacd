import { jointQuestions } from '../../feeds/joint-questions.ts'
import type { NoDataHere } from '../../feeds/on-demand.ts'
import type { Item } from '../../feeds/registry.ts'
import type { OpeningLimit, PopulationStore } from '../../store/published/population.ts'
import { problem, type Problem } from '../wire/problem.ts'
import type { AddressLimit } from '../rails/lightning/address-limit.ts'
import { limitKey } from '../rails/lightning/limit-key.ts'
import { closedProblem } from './closed-feeds.ts'
import { isOfAge } from './edition-cache.ts'
import type { PaywallContext } from './context.ts'

/** Starts a subject that was not requested lately, before a payment is asked for. */
export interface Warmer {
  /** Whether there is an answer that may be sold; starts nothing. */
  isAwake(item: Item): Promise<boolean>
  /** Why a request from this address may not start it; asks no provider. */
  refusal(item: Item, address: string): Promise<Problem | null>
  /** `null` when it has an answer; otherwise why it has none. */
  warm(item: Item, address: string): Promise<Problem | null>
  /** It was paid for, so it is kept running whatever the limits of an address say. */
  bought(item: Item): void
}

export interface WarmerParts {
  readonly paywall: Pick<PaywallContext, 'closedFeeds' | 'editionCache' | 'asker' | 'clock'>
  readonly population: Pick<PopulationStore, 'touch' | 'mayOpen'>
  /** How many subjects this process starts for one address. */
  readonly limit: AddressLimit
}

/**
 * A request waits this long. A provider of places may take longer, up to twenty seconds; a repeated request then joins
 * the start that is still under way.
 */
const WAKE_MS = 9_000
/** How often the store is told that a subject is still wanted. */
const TOUCH_MS = 30_000
/** A place without data will not get any soon, so its provider is not asked again for each request. */
const BARREN_MS = 600_000
/** What nobody knows now may be known soon: a ship that comes into reach. */
const UNKNOWN_MS = 60_000
const MOST_REMEMBERED = 10_000
/**
 * Half of what the slowest provider of places allows one worker (test/http/on-demand.test.ts compares the two), so that
 * one address cannot use up everything.
 */
export const OPENINGS: OpeningLimit = { most: 10, withinMs: 60_000 }
/** A running subject keeps asking its provider. One address may keep so many of them running without paying. */
export const REVIVAL_LIMIT: OpeningLimit = { most: 5, withinMs: 60_000 }

/** All callers that ask for the same thing share the call that is running. */
const shared = <V>() => {
  const running = new Map<string, Promise<V>>()
  return {
    get: (key: string) => running.get(key),
    run: (key: string, work: () => Promise<V>): Promise<V> => {
      const under = running.get(key)
      if (under) return under
      const begun = work().finally(() => running.delete(key))
      running.set(key, begun)
      return begun
    },
  }
}

/** Remembers the newest few. */
const memory = <V>() => {
  const kept = new Map<string, V>()
  return {
    get: (key: string) => kept.get(key),
    set: (key: string, value: V) => {
      kept.delete(key)
      kept.set(key, value)
      if (kept.size > MOST_REMEMBERED) kept.delete(kept.keys().next().value!)
    },
  }
}

const tooMany = (): Problem =>
  problem('too_many_requests', 'Too many new subjects were asked for from this address. Nothing was charged.', {
    retryAfter: 10,
  })

/** What is known to hold nothing, and the word of the request that says so. */
type Barren = Pick<NoDataHere, 'message' | 'path'>

/** A subject without a path parameter is named by the query alone. */
const noData = ({ subject }: Item, { message, path }: Barren): Problem =>
  problem('invalid_request', `There is no data here: ${message.replace(/\.$/, '')}. Nothing was charged.`, {
    details: [
      { path: path ?? (Object.keys(subject.path).length > 0 ? 'path' : 'query'), rule: 'no_data_here', message },
    ],
  })

/**
 * What the limits of an address count: one board for each request to the provider that is asked most. Several providers
 * of the same place count once. Boards that only the answers of others tell to be needed count as the most that they may
 * come to. A subject of more requests than an address may cause uses up all of them.
 */
const questionsOf = ({ feed, subject, actor }: Item, now: number, { most }: OpeningLimit): readonly string[] => {
  const further = feed.onDemand?.furtherQuestions?.(subject) ?? 0
  if (further > 0) return Array.from({ length: Math.min(further, most) }, (_, at) => `${actor}/${at}`)
  return [...Map.groupBy(feed.boards(subject), ({ source }) => source.name).values()]
    .map((boards) => jointQuestions(boards, now).map((each) => each.boards[0]!.id))
    .reduce((longest, ids) => (ids.length > longest.length ? ids : longest), [])
    .slice(0, most)
}

export const createWarmer = ({ paywall, population, limit }: WarmerParts): Warmer => {
  const { closedFeeds, editionCache, asker, clock } = paywall
  const touched = memory<number>()
  const barren = memory<{ readonly until: number; readonly why: Problem }>()
  const starts = shared<Problem | null>()
  const permits = shared<boolean>()

  const tell = async (item: Item, now: number): Promise<void> => {
    touched.set(item.actor, now)
    await population.touch(item.feed.id, item.actor, now)
  }
  const isTold = ({ actor }: Item, now: number): boolean => {
    const before = touched.get(actor)
    // After the clock was set back, a time in the future means nothing.
    return before !== undefined && before <= now && now - before < TOUCH_MS
  }
  // A failure to tell the store does not stop the sale; the next request tells it again.
  const touch = (item: Item, address: string, now: number): void => {
    if (isTold(item, now)) return
    population
      .mayOpen(`wish ${limitKey(address)}`, questionsOf(item, now, REVIVAL_LIMIT), now, REVIVAL_LIMIT)
      .then((may) => (may ? tell(item, now) : undefined))
      .catch(() => {})
  }
  const wake = async (item: Item): Promise<Problem | null> => {
    const { actor, subject } = item
    const found = await asker.ask({ actor, wish: { what: 'wake' } }, `wake/${actor}`, WAKE_MS)
    const answer = found.kind === 'done' ? found.result : null
    const now = clock.now()
    if (answer?.kind === 'awake') {
      touched.set(actor, now)
      await editionCache.latest(actor, now)
      return null
    }
    if (answer?.kind === 'no_data_here' || answer?.kind === 'not_known') {
      const isKnown = answer.kind === 'no_data_here'
      const why = isKnown ? noData(item, answer) : problem('not_found', `${answer.message}. Nothing was charged.`)
      barren.set(actor, { until: now + (isKnown ? BARREN_MS : UNKNOWN_MS), why })
      return why
    }
    if (answer?.kind === 'warming')
      return problem('data_unavailable', `${subject.name} is being gathered. Nothing was charged.`, {
        retryAfter: answer.seconds,
      })
    const told = answer?.kind === 'unavailable' ? answer.told : undefined
    const state = told ? `: ${told.message}` : ' is not available right now'
    return problem('data_unavailable', `${subject.name}${state}. Nothing was charged.`, {
      retryAfter: 10,
      ...(told && { more: { reason: told.reason, ...told.facts } }),
    })
  }

  const isAwake = async (item: Item, now: number): Promise<boolean> => {
    const cached = await editionCache.current(item.actor, now)
    return cached !== null && isOfAge(cached, now, item.feed.sale.sellableSeconds)
  }

  const refusal = async (item: Item, address: string, now: number): Promise<Problem | null> => {
    const lacks = closedFeeds.of(item)
    if (lacks) return closedProblem(item, lacks)
    const known = barren.get(item.actor)
    if (known && now < known.until && known.until - now <= BARREN_MS) return known.why
    // Joining a start that is under way costs nothing, so it is not limited. Many clients behind one address count
    // once.
    if (starts.get(item.actor)) return null
    const client = limitKey(address)
    const mayWake = await permits.run(`${client} ${item.actor}`, async () => {
      // This limit is kept in memory; only requests that pass it cost a question to Redis.
      if (!limit.take(address)) return false
      return population.mayOpen(client, questionsOf(item, now, OPENINGS), now, OPENINGS)
    })
    return mayWake ? null : tooMany()
  }

  return {
    refusal: (item, address) => refusal(item, address, clock.now()),
    isAwake: (item) => isAwake(item, clock.now()),
    bought: (item) => {
      const now = clock.now()
      if (!isTold(item, now)) tell(item, now).catch(() => {})
    },
    warm: async (item, address) => {
      const now = clock.now()
      if (await isAwake(item, now)) {
        touch(item, address, now)
        return null
      }
      return (await refusal(item, address, now)) ?? starts.run(item.actor, () => wake(item))
    },
  }
}
