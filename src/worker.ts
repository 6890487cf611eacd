import { assertRecorded, BadKeys, loadKeys } from './actors/keys.ts'
import { runAsk, runTick, type World } from './actors/dispatch.ts'
import { createPublisher } from './actors/publisher.ts'
import { scheduleOf } from './actors/schedule.ts'
import { BadConfig, readConfig, readPairs, WorkerConfig } from './config.ts'
import { registry } from './feeds/registry.ts'
import { pickEcdsa } from './native/ecdsa.ts'
import { consume } from './queues/consume.ts'
import type { QueueAddress } from './queues/connection.ts'
import { openScheduler, type Scheduler } from './queues/scheduler.ts'
import { names } from './store/names.ts'
import { checkRedis } from './store/redis-check.ts'
import { BadRedis, redisAddress } from './store/redis.ts'
import { openStore } from './store/store.ts'
import { systemClock } from './system/clock.ts'
import { jsonLog } from './system/log.ts'
import { createNet } from './system/net.ts'
import { orderlyExit, refuse } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** Door of the worker: connects configuration, keys, store and queues with the actors, and closes them in order. */

const RECONCILE_MS = 120_000
const CLOSE_DEADLINE_MS = 8_000

const cadencesOf = (written: string | undefined): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(readPairs('CADENCES', written)).map(([id, period]) => {
      const seconds = Number(period)
      if (!Number.isInteger(seconds) || seconds < 1)
        throw new BadConfig(`CADENCES: ${id} needs whole seconds from 1 up, found ${period}`)
      const known = [...registry.boards.map((board) => board.id), ...registry.items.map((item) => item.actor)]
      if (!known.some((actor) => actor === id || actor.startsWith(`${id}/`)))
        throw new BadConfig(`CADENCES: no actor starts with ${id}`)
      return [id, seconds]
    }),
  )

const main = async (): Promise<void> => {
  const config = readConfig(WorkerConfig, process.env)
  const cadences = cadencesOf(config.CADENCES)
  const log = jsonLog(config.LOG_LEVEL, { process: 'worker', pid: process.pid })
  if (!config.REDIS_URL)
    throw new BadConfig('REDIS_URL is not set. Set it, or use "npm start", which runs a Redis of its own.')
  const address = redisAddress(config.REDIS_URL)
  const keys = loadKeys(config.KEYS_DIR, pickEcdsa(log))
  const store = await openStore(address, 'waits')
  for (const warning of await checkRedis(address, config.REDIS_DURABILITY === 'confirmed'))
    log.warn('redis.setting', { warning })
  assertRecorded(keys, await store.keys.record({ l402: keys.l402.publicKey, x402: keys.x402.publicKey }))

  const world: World = {
    registry,
    store,
    net: createNet({
      clock: systemClock,
      upstreamOrigin: config.UPSTREAM_ORIGIN,
      origins: readPairs('PROVIDER_ORIGINS', config.PROVIDER_ORIGINS),
    }),
    publisher: createPublisher(store.snapshots, keys, systemRandom),
    clock: systemClock,
    log,
    quorum: config.QUORUM ?? null,
  }
  const queues: QueueAddress = { connection: address, prefix: names.queuePrefix }
  const onError = (problem: Error) => log.warn('queue.error', { message: problem.message })
  const guarded = async <T>(what: string, actor: string, run: () => Promise<T>): Promise<T> => {
    try {
      return await run()
    } catch (problem) {
      log.error(`${what}.crashed`, { actor, message: String(problem), stack: (problem as Error).stack })
      throw problem
    }
  }
  const scheduler = openScheduler(queues, onError)
  const reconcile = () =>
    scheduler
      .reconcile('ticks', scheduleOf(registry, cadences, config.SOURCES_RIGHTS))
      .then(({ wanted, removed }) => log.info('schedule.reconciled', { wanted, removed: removed.length }))
      .catch((problem: unknown) => log.error('schedule.failed', { message: String(problem) }))
  await reconcile()
  await firstTicks(scheduler, world)
  const consumers = [
    consume(queues, 'ticks', ({ actor }) => guarded('tick', actor, () => runTick(actor, world)), onError),
    consume(queues, 'asks', (job) => guarded('ask', job.actor, () => runAsk(job, world)), onError),
  ]
  const timer = setInterval(() => void reconcile(), RECONCILE_MS)
  log.info('worker.ready', {
    boards: registry.boards.length,
    items: registry.items.length,
    publicKeys: { l402: keys.l402.publicKey, x402: keys.x402.publicKey },
  })

  orderlyExit(log, CLOSE_DEADLINE_MS + 4_000, async () => {
    clearInterval(timer)
    await Promise.all(consumers.map((each) => each.close(CLOSE_DEADLINE_MS)))
    await scheduler.close()
    await store.close()
  })
}

/** Slow actors start with a tick of their own, or a fresh install would have no gold before its first full minute. */
const SLOW_SECONDS = 15
/** By then every board of the first round has answered or failed. */
const AFTER_BOARDS_MS = 7_000

const firstTicks = async (scheduler: Scheduler, { store }: World): Promise<void> => {
  const boards = registry.boards.filter((board) => board.everySeconds >= SLOW_SECONDS)
  const items = registry.items.filter((item) => item.feed.everySeconds >= SLOW_SECONDS)
  const [states, snapshots] = await Promise.all([
    store.boards.read(boards.map((board) => board.id)),
    store.snapshots.latestOf(items.map((item) => item.actor)),
  ])
  await Promise.all([
    ...boards.filter((_, at) => states[at] === null).map((board) => scheduler.once('ticks', board.id, 0)),
    ...items
      .filter((_, at) => snapshots[at] === null)
      .map((item) => scheduler.once('ticks', item.actor, AFTER_BOARDS_MS)),
  ])
}

await main().catch(refuse([BadConfig, BadKeys, BadRedis]))
