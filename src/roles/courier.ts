import { documentKey } from '../actors/key-document.ts'
import { assertNostrKey, loadNostrKey } from '../actors/courier/nostr-key.ts'
import { createPoster, type Poster } from '../actors/courier/poster.ts'
import { COURIER_LOOPS } from '../actors/courier/deps.ts'
import { postLoops, servePosts } from '../actors/courier/serve-posts.ts'
import { serveCourier } from '../actors/courier/serve.ts'
import { assertWebhookKey, loadWebhookKey } from '../actors/courier/webhook-key.ts'
import { type WorkerConfig } from '../config.ts'
import { createVisitor } from '../outbound/visit.ts'
import { openAsker } from '../queues/ask.ts'
import { consume } from '../queues/consume.ts'
import { openScheduler } from '../queues/scheduler.ts'
import { systemRandom } from '../system/random.ts'
import { createSockets } from '../system/sockets.ts'
import { nostrOf } from './published-settings.ts'
import type { Role, Workplace } from './role.ts'

const WAKE_MS = 5_000

interface Posts {
  readonly poster: Poster
  readonly relays: readonly string[]
  /** x-only, hex. */
  readonly publicKey: string
}

/** Prepares publishing on Nostr; `null` if no relay is set. Throws `BadConfig` and `BadKeys`. */
const openPosts = async (config: WorkerConfig, { store, clock, log }: Workplace): Promise<Posts | null> => {
  const { relays, kinds } = nostrOf(config)
  if (relays.length === 0) {
    await store.posts.setRelays([])
    return null
  }
  const key = loadNostrKey(config.KEYS_DIR)
  assertNostrKey(key, await store.keys.record({ nostr: key.publicKey }))
  const poster = createPoster({ posts: store.posts, key, kinds, relays, clock, log })
  return { poster, relays, publicKey: key.publicKey }
}

/**
 * The courier: resolves events at their maturity, delivers webhooks and publishes on Nostr. It calls addresses that
 * customers give us, so it never shares a process with the signer, and its only keys are those of webhooks and Nostr.
 */
export const startCourier = async (config: WorkerConfig, place: Workplace): Promise<Role> => {
  const { store, queues, clock, log, meter, onQueueError } = place
  const key = loadWebhookKey(config.KEYS_DIR)
  const recorded = await store.keys.record({ webhook: key.publicKey })
  assertWebhookKey(key, recorded.webhook)
  await documentKey(store, { purpose: 'webhook', publicKey: key.publicKey, sign: key.signDocument })

  const allow = config.OUTBOUND_ALLOW?.split(',') ?? []
  const posts = await openPosts(config, place)
  const beats = place.beats.plays('courier', [...COURIER_LOOPS, ...(posts ? postLoops(posts.relays) : [])])
  const visitor = createVisitor({ allow, clock })
  const signing = await openAsker(queues, onQueueError, 'signing')
  // Nothing waits for this: if it fails, the signer finds the decision by itself.
  const wake = async (event: string) =>
    void signing.ask({ actor: event, wish: { what: 'attest' } }, `attest/${event}`, WAKE_MS)
  const courier = serveCourier({
    store,
    visitor,
    keys: [key],
    ...(posts && { poster: posts.poster }),
    clock,
    random: systemRandom,
    log,
    meter,
    beats,
    wake,
  })
  const posting =
    posts &&
    servePosts({
      events: store.events,
      posts: store.posts,
      sockets: createSockets({}),
      clock,
      log,
      meter,
      beats,
      ...posts,
    })
  const scheduler = openScheduler(queues, onQueueError)
  const mature = async (eventId: string): Promise<void> => {
    try {
      if ((await courier.onMaturity(eventId)) === 'done') await scheduler.drop('maturities', eventId)
    } catch (problem) {
      log.error('event.crashed', { eventid: eventId, message: String(problem), stack: (problem as Error).stack })
      throw problem
    }
  }
  const consumer = consume(queues, 'maturities', ({ actor }) => mature(actor), onQueueError)
  log.info('courier.ready', { publicKey: key.publicKey, exceptions: allow.length })
  if (posts) log.info('nostr.ready', { publicKey: posts.publicKey, relays: posts.relays })
  return {
    close: async (deadlineMs) => {
      await Promise.all([consumer.close(deadlineMs), courier.close(deadlineMs), posting?.close()])
      await Promise.all([scheduler.close(), signing.close()])
    },
  }
}
