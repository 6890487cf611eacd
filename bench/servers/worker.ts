import { runAsk } from '../../src/actors/publisher/dispatch.ts'
import type { ActorContext } from '../../src/actors/publisher/context.ts'
import { fixedKeys } from '../../src/actors/publisher/keyring.ts'
import { createPublisher } from '../../src/actors/publisher/publisher.ts'
import { registry } from '../../src/feeds/registry.ts'
import { consume } from '../../src/queues/consume.ts'
import { names } from '../../src/store/redis/names.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { openStore } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { benchKeys, type Library, publishExample } from '../sign-editions.ts'
import { silent } from '../silent.ts'
import { ready, settingsOf } from './process.ts'

/**
 * A worker that publishes the spot prices at their own pace and signs more editions on request, as `src/worker.ts`
 * does.
 */
export interface WorkerSettings {
  readonly redis: RedisAddress
  readonly ecdsa: Library
}

const settings = settingsOf<WorkerSettings>()
const store = await openStore(settings.redis, 'waits', systemClock)
const publisher = createPublisher(store.snapshots, fixedKeys(benchKeys(settings.ecdsa)), systemRandom)
const context: ActorContext = {
  registry,
  store,
  net: { ask: async () => ({ ok: false, failure: { kind: 'unreachable', reason: 'nobody is asked in a benchmark' } }) },
  publisher,
  clock: systemClock,
  log: silent,
  quorum: null,
  mayAsk: () => true,
  holder: 'one',
  schedule: async () => {},
  unschedule: async () => {},
  wake: () => {},
  seal: async () => null,
  answer: async () => false,
  quote: async () => ({ kind: 'busy' }),
}
consume(
  { connection: settings.redis, prefix: names.queuePrefix },
  'asks',
  (job) => runAsk(job, context),
  () => {},
)

const items = registry.items.filter(({ feed }) => feed.id === 'price/spot')
await Promise.all(items.map((item) => publishExample(publisher, item)))
items.forEach((item, at) => {
  const period = item.feed.everySeconds * 1000
  setTimeout(() => setInterval(() => void publishExample(publisher, item), period), (period * at) / items.length)
})
ready(0)
