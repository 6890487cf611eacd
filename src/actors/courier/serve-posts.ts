import type { RoleBeats } from '../../metrics/beats.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { Clock, Log, Sockets } from '../../ports.ts'
import type { EventStore } from '../../store/events/events.ts'
import type { ClaimedPost, PostStep, PostStore } from '../../store/events/posts.ts'
import { HOUR_MS } from '../../time-units.ts'
import { postRetryDelay } from './post-schedule.ts'
import { announceNews, announceOpen, beginNews, type Poster } from './poster.ts'
import { type PostOutcome, VISIT_MS, visitRelay } from './relay.ts'
import { type RelayLog, relayLog } from './relay-log.ts'

/** Finds new announcements, and sends each relay the posts that it has not accepted yet. */

export interface PosterDeps {
  readonly events: Pick<EventStore, 'read' | 'readMany' | 'due' | 'news'>
  readonly posts: PostStore
  readonly poster: Poster
  readonly relays: readonly string[]
  readonly sockets: Sockets
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly beats: Pick<RoleBeats, 'worked'>
}

const NEWS = 'announcements'
/** The loop of one relay. */
const postsTo = (relay: string): string => `posts to ${relay}`

/** The loops that these relays need. */
export const postLoops = (relays: readonly string[]): readonly string[] => [NEWS, ...relays.map(postsTo)]

const LOOK_MS = 1_000
const OPEN_MS = HOUR_MS
/** Posts sent over one connection. */
const VISIT_POSTS = 50
/** Longer than one connection lasts. */
export const POST_HOLD_MS = 3 * VISIT_MS

const stepFor = (outcome: PostOutcome, { made }: ClaimedPost, now: number): PostStep => {
  if (outcome.kind === 'accepted') return { kind: 'accepted' }
  const delay = postRetryDelay(made + 1)
  return delay === null ? { kind: 'given_up' } : { kind: 'retry', at: now + delay }
}

/** Sends due posts to one relay; returns whether there were any. */
const bring = async (deps: PosterDeps, relay: string, told: RelayLog, signal: AbortSignal): Promise<boolean> => {
  const { posts, clock, log, meter } = deps
  const claimed = await posts.claim(relay, clock.now(), POST_HOLD_MS, VISIT_POSTS)
  if (claimed.length === 0) return false
  const outcomes = await visitRelay(deps, relay, claimed, signal)
  // This process is ending, so nothing is known of the relay. The claimed posts are sent again later.
  if (signal.aborted) return false
  let problem: string | null = null
  for (const post of claimed) {
    const outcome = outcomes.get(post.id)!
    const step = stepFor(outcome, post, clock.now())
    meter.count('claros_nostr_posts_total', { relay, outcome: step.kind === 'given_up' ? step.kind : outcome.kind })
    if (outcome.kind !== 'accepted') problem ??= `${outcome.kind}: ${outcome.reason}`
    if (step.kind === 'given_up') log.error('nostr.given_up', { relay, post: post.name, attempts: post.made + 1 })
    if (!(await posts.record(relay, post, step))) log.warn('nostr.claim_lost', { relay, post: post.name })
  }
  await posts.seen(relay, clock.now(), problem)
  if (problem === null) told.well()
  else told.failed(problem, claimed.length)
  return true
}

/** Each relay has its own loop, so one that does not answer delays no other. */
export const servePosts = (deps: PosterDeps): { close(): Promise<void> } => {
  const { posts, relays, clock, log, beats } = deps
  const closing = new AbortController()
  const { signal } = closing

  /** @param work returns whether it should run again at once */
  const loop = async (name: string, what: 'news' | 'posts', work: () => Promise<boolean>): Promise<void> => {
    while (!signal.aborted) {
      const again = await work().then(
        (more) => {
          beats.worked(name)
          return more
        },
        (problem: unknown) => {
          log.error(`nostr.${what}_failed`, { message: String(problem) })
          return false
        },
      )
      if (!again) await clock.sleep(LOOK_MS, signal)
    }
  }

  let openAt: number | null = null
  const find = async (): Promise<boolean> => {
    const now = clock.now()
    if (openAt === null) {
      await posts.setRelays(relays)
      await beginNews(deps)
      openAt = now
    } else if (now - openAt >= OPEN_MS) {
      await announceOpen(deps)
      openAt = now
    }
    await announceNews(deps)
    return false
  }
  const running = [
    loop(NEWS, 'news', find),
    ...relays.map((relay) => {
      const told = relayLog(relay, deps)
      return loop(postsTo(relay), 'posts', () => bring(deps, relay, told, signal))
    }),
  ]
  return {
    close: async () => {
      closing.abort()
      await Promise.all(running)
    },
  }
}
