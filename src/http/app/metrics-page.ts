import type { ClosedFeedView } from '../paywall/closed-feeds.ts'
import { tickLabels } from '../../feeds/actor-label.ts'
import type { Registry } from '../../feeds/registry.ts'
import type { Streamed } from '../../feeds/stream.ts'
import { roleFamilies } from '../../metrics/role-states.ts'
import { processFamilies, totalFamilies } from '../../metrics/shown.ts'
import { exposition, type Family, type Sample } from '../../metrics/text.ts'
import type { Clock } from '../../ports.ts'
import type { Store } from '../../store/store.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { candidateFamilies } from './model-candidates.ts'
import { booksFamilies } from './books-view.ts'
import { redisFamilies } from './redis-families.ts'
import type { RailState } from '../endpoints/health.ts'
import { readAges, readSaleability } from '../endpoints/sellable.ts'
import { webhookBacklog } from '../endpoints/worker-load.ts'

/** `/metrics`: the counts of all processes, and the state of store and lanes at this moment. */

/** The jobs in one lane. */
export interface LaneState {
  readonly lane: string
  readonly jobs: Readonly<Record<string, number>>
  /** How long its next job has been due, in milliseconds; `null` when none waits. */
  readonly oldestMs: number | null
}

export interface MetricsDeps {
  readonly registry: Registry
  readonly store: Pick<
    Store,
    | 'boards'
    | 'reputation'
    | 'snapshots'
    | 'health'
    | 'totals'
    | 'settlers'
    | 'settlements'
    | 'signers'
    | 'events'
    | 'deliveries'
    | 'ledger'
    | 'posts'
    | 'revenue'
    | 'serverInfo'
  >
  readonly clock: Clock
  readonly version: string
  readonly closed: Pick<ClosedFeedView, 'of'>
  /** Our own worker settles payments, so it must run and have gas. */
  readonly ownSettlement: boolean
  /** The names of the facilitators that are asked. */
  readonly facilitators: readonly string[]
  /** Every route that requests are counted under. */
  readonly routes: readonly string[]
  /** Adds the counts of this process to the totals, so that no number falls between pages of different servers. */
  flush(): Promise<void>
  lanes(now: number): Promise<readonly LaneState[]>
  rails(): Promise<readonly RailState[]>
}

type Part = (deps: MetricsDeps, now: number) => Promise<readonly Family[]>

const gauge = (name: string, help: string, samples: readonly Sample[]): Family => ({
  name,
  help,
  type: 'gauge',
  samples,
})

const one = (value: number, labels: Sample['labels'] = {}): Sample => ({ labels, value })

const counted: Part = async ({ store, flush, registry, facilitators, routes }) => {
  await flush()
  const { totals, processes } = await store.totals.all()
  const known = { actor: tickLabels(registry), facilitator: facilitators, route: routes }
  return [...totalFamilies(totals, known), ...processFamilies(processes), ...roleFamilies(processes)]
}

const actors: Part = async ({ registry, store, closed }, now) => {
  const [health, items, kept] = await Promise.all([
    store.health.all(),
    readSaleability(registry, store.snapshots, closed, now),
    readAges(registry.internal, store.snapshots, now),
  ])
  const periods = [
    ...[...registry.items, ...registry.internal].map(({ actor, feed }) => one(feed.everySeconds, { actor })),
    ...registry.boards.map(({ id, everySeconds }) => one(everySeconds, { actor: id })),
  ]
  const others = [...registry.boards, ...registry.streams, ...registry.fills].map(({ id }) => id)
  const known = [...[...registry.items, ...registry.internal].map(({ actor }) => actor), ...others]
  const last = (what: 'succeededAt' | 'failedAt'): readonly Sample[] =>
    known.flatMap((actor) => {
      const at = health[actor]?.[what] ?? 0
      return at > 0 ? [one(at / 1000, { actor })] : []
    })
  const ages = [
    ...[...items, ...kept].flatMap(({ item, ageSeconds }) =>
      ageSeconds === null ? [] : [one(ageSeconds, { actor: item.actor })],
    ),
    ...registry.boards.flatMap(({ id }) => {
      const at = health[id]?.succeededAt ?? 0
      return at > 0 ? [one(Math.floor((now - at) / 1000), { actor: id })] : []
    }),
  ]
  return [
    gauge(
      'claros_actor_last_success_timestamp_seconds',
      'Last tick that left something behind, or found that a socket had',
      last('succeededAt'),
    ),
    gauge('claros_actor_last_failure_timestamp_seconds', 'Last tick that did not', last('failedAt')),
    gauge('claros_actor_age_seconds', 'Age of what an actor last said', ages),
    gauge('claros_actor_period_seconds', 'How often an actor speaks, as defined; CADENCES may differ', periods),
    gauge(
      'claros_actor_sellable',
      'Whether a buyer would get an answer this moment; not of what the operator’s settings close',
      items
        .filter(({ lacks }) => lacks === null)
        .map(({ item, sellable }) => one(Number(sellable), { actor: item.actor })),
    ),
  ]
}

/** Venues that have no vote. */
const silenced: Part = async ({ store }, now) => [
  gauge(
    'claros_venue_silenced_seconds',
    'How long a venue that was far outside of agreements has no vote yet',
    [...(await store.reputation.silenced(now))].map(([source, until]) => one((until - now) / 1000, { source })),
  ),
]

/** Whoever listens and hears nothing says so about once a minute. */
const TRIED_MS = 10 * MINUTE_MS

/** Seconds since each socket showed a sign of life, and since its last event. */
const streams: Part = async ({ registry, store }, now) => {
  const ids = registry.streams.map(({ id }) => id)
  const [heads, health] = await Promise.all([store.boards.readHeads(ids), store.health.all()])
  const since = (what: 'heardAt' | 'spokeAt'): readonly Sample[] =>
    ids.flatMap((stream, nth) => {
      const at = (heads[nth]?.state as Streamed<unknown> | undefined)?.[what] ?? 0
      if (at > 0) return [one(Math.max(0, now - at) / 1000, { stream })]
      // A venue that never answered, as where its country is barred, must raise the same alarm as one that fell silent.
      const { succeededAt = 0, failedAt = 0 } = health[stream] ?? {}
      const isDeaf = what === 'heardAt' && succeededAt === 0 && failedAt > now - TRIED_MS
      return isDeaf ? [one(Number.POSITIVE_INFINITY, { stream })] : []
    })
  return [
    gauge(
      'claros_stream_heard_seconds',
      'Since the last sign of life of a socket; +Inf where it was tried and never heard',
      since('heardAt'),
    ),
    gauge('claros_stream_spoke_seconds', 'Since the last event that a socket told of', since('spokeAt')),
  ]
}

const lanes: Part = async (deps, now) => {
  const found = await deps.lanes(now)
  const depth = found.flatMap(({ lane, jobs }) =>
    Object.entries(jobs).map(([state, number]) => one(number, { lane, state })),
  )
  const waits = found.map(({ lane, oldestMs }) => one((oldestMs ?? 0) / 1000, { lane }))
  return [
    gauge('claros_lane_jobs', 'Jobs in a lane by state', depth),
    gauge('claros_lane_oldest_wait_seconds', 'How long the next job has been due; 0 when none waits', waits),
  ]
}

const money: Part = async ({ store, rails, ownSettlement }) => {
  const [states, settler, unresolved] = await Promise.all([
    rails(),
    // The store keeps the last state of a settler after settling was switched to a facilitator.
    ownSettlement ? store.settlers.read() : null,
    store.settlements.countSent(),
  ])
  const open = states.map(({ rail, closed }) => one(Number(closed === null), { rail }))
  return [
    gauge('claros_rail_open', 'Whether a configured rail takes payments', open),
    gauge(
      'claros_settlements_unresolved',
      'Payments that were sent and whose end is not known; of another network than today too',
      unresolved.map(({ chainId, asset, count }) => one(count, { network: `eip155:${chainId}`, asset })),
    ),
    gauge(
      'claros_settler_seen_timestamp_seconds',
      'Last sign of life of the settler',
      settler ? [one(settler.at / 1000)] : [],
    ),
    gauge('claros_settler_open', 'Whether the settler can pay for gas', settler ? [one(Number(settler.open))] : []),
  ]
}

const webhookFamilies = async ({ deliveries }: MetricsDeps['store'], now: number): Promise<readonly Family[]> => {
  const { waiting, oldestSeconds } = await webhookBacklog(deliveries, now)
  return [
    gauge('claros_webhooks_waiting', 'Webhooks that are not delivered and not given up', [one(waiting)]),
    gauge(
      'claros_webhook_oldest_seconds',
      'Since the oldest of them was entered, however often it was tried; 0 when none waits',
      oldestSeconds === null ? [] : [one(oldestSeconds)],
    ),
  ]
}

const oracle: Part = async ({ store }, now) => {
  const [{ open, overdue, unsigned }, signer, relays, webhooks] = await Promise.all([
    store.events.count(Math.floor(now / 1000)),
    store.signers.read(),
    store.posts.relays(),
    webhookFamilies(store, now),
  ])
  const all = Object.values(open).reduce((sum, each) => sum + each, 0)
  return [
    gauge(
      'claros_oracle_events',
      'DLC events: open, overdue (mature, not attested), unsigned (decided, not attested)',
      [one(all, { state: 'open' }), one(overdue, { state: 'overdue' }), one(unsigned, { state: 'unsigned' })],
    ),
    gauge(
      'claros_signer_seen_timestamp_seconds',
      'Last sign of life of the DLC signer',
      signer ? [one(signer.at / 1000)] : [],
    ),
    gauge(
      'claros_signer_signs',
      'Whether the DLC signer reaches its witness and its files; it signs nothing while it does not',
      signer ? [one(Number(signer.problem === null))] : [],
    ),
    gauge(
      'claros_signer_held_events',
      'DLC events that are not signed: waiting (for claros dlc resume), quarantined (they cannot be)',
      signer
        ? [one(signer.waiting.count, { state: 'waiting' }), one(signer.quarantined.count, { state: 'quarantined' })]
        : [],
    ),
    gauge(
      'claros_nostr_outstanding',
      'Announcements and attestations that a relay has not taken yet',
      relays.map(({ relay, outstanding }) => one(outstanding, { relay })),
    ),
    ...webhooks,
  ]
}

const books: Part = ({ store }) => booksFamilies(store)

const redis: Part = async ({ store }) => redisFamilies(await store.serverInfo())

const models: Part = ({ store }, now) => candidateFamilies(store, now)

const PARTS = {
  counted,
  actors,
  silenced,
  streams,
  models,
  lanes,
  money,
  books,
  oracle,
  redis,
} as const satisfies Readonly<Record<string, Part>>

/** Time limit for each part: a scrape must not wait for a store that does not answer. */
const PART_MS = 2_000

const late = async (): Promise<never> => {
  await Bun.sleep(PART_MS)
  throw new Error(`not answered within ${PART_MS} ms`)
}

/** A part that fails is left out, and a metric says so. Unknown numbers are never shown as zero. */
export const metricsPage = async (deps: MetricsDeps): Promise<string> => {
  const now = deps.clock.now()
  const names = Object.keys(PARTS) as (keyof typeof PARTS)[]
  const found = await Promise.allSettled(names.map((name) => Promise.race([PARTS[name](deps, now), late()])))
  const up = names.map((part, at) => one(Number(found[at]?.status === 'fulfilled'), { part }))
  return exposition([
    gauge('claros_build_info', 'Release of the server that answers', [one(1, { version: deps.version })]),
    gauge('claros_metrics_up', 'Whether a part of this page could be read; a part that could not is left out', up),
    ...found.flatMap((part) => (part.status === 'fulfilled' ? part.value : [])),
  ])
}
