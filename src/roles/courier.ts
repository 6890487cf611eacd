import { serveCourier } from '../actors/courier/serve.ts'
import { assertWebhookKey, loadWebhookKey } from '../actors/courier/webhook-key.ts'
import type { WorkerConfig } from '../config.ts'
import { createVisitor } from '../outbound/visit.ts'
import { openAsker } from '../queues/ask.ts'
import { consume } from '../queues/consume.ts'
import { openScheduler } from '../queues/scheduler.ts'
import { systemRandom } from '../system/random.ts'
import type { Role, Workplace } from './role.ts'

const WAKE_MS = 5_000

/**
 * The courier: settles events at their maturity and delivers webhooks. It calls addresses of strangers, so it shares no
 * process with the signer and holds no key but that of webhooks.
 */
export const startCourier = async (config: WorkerConfig, place: Workplace): Promise<Role> => {
  const { store, queues, clock, log, onQueueError } = place
  const key = loadWebhookKey(config.KEYS_DIR)
  const recorded = await store.keys.record({ webhook: key.publicKey })
  assertWebhookKey(key, recorded.webhook)

  const allow = config.OUTBOUND_ALLOW?.split(',') ?? []
  const visitor = createVisitor({ allow, clock })
  const signing = await openAsker(queues, onQueueError, 'signing')
  // Nobody waits: a signer that does not hear of it finds the decision by itself.
  const wake = async (event: string) =>
    void signing.ask({ actor: event, wish: { what: 'attest' } }, `attest/${event}`, WAKE_MS)
  const courier = serveCourier({ store, visitor, keys: [key], clock, random: systemRandom, log, wake })
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
  return {
    close: async (deadlineMs) => {
      await Promise.all([consumer.close(deadlineMs), courier.close(deadlineMs)])
      await Promise.all([scheduler.close(), signing.close()])
    },
  }
}
