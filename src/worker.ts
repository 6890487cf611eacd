import { type ClockWatch, startClockWatch } from './actors/clock-watch.ts'
import { BadKeys } from './actors/secret-file.ts'
import { BadConfig, readConfig, WorkerConfig } from './config.ts'
import { createBeats } from './metrics/beats.ts'
import { laneMeter } from './metrics/lanes.ts'
import { startLoopLag } from './metrics/loop-lag.ts'
import { createTally } from './metrics/meter.ts'
import { startReporter } from './metrics/reporter.ts'
import { tellOpenSecrets } from './open-secrets.ts'
import { keepFormat } from './program-format.ts'
import { programLog } from './program-log.ts'
import { WORKER_ROLES, type WorkerRole } from './role-names.ts'
import type { Role, Workplace } from './roles/role.ts'
import { ForeignFormat } from './store/format/format-faults.ts'
import { connectQueues } from './store/redis/connect-queues.ts'
import { names } from './store/redis/names.ts'
import { unreadableLog } from './store/redis/unreadable-log.ts'
import { checkRedis } from './store/redis/redis-check.ts'
import { BadRedis, type RedisAddress, redisAddress } from './store/redis/redis.ts'
import { openStore } from './store/store.ts'
import { systemClock } from './system/clock.ts'
import { startCollections } from './system/collections.ts'
import { systemSteady } from './system/steady.ts'
import { describeSelf, orderlyExit, refuseToStart } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** The program of the worker: opens the store, runs the roles that `ROLES` names, and closes them in order. */

type StartRole = (
  config: WorkerConfig,
  place: Workplace,
  more: { readonly clockWatch: ClockWatch; readonly address: RedisAddress },
) => Promise<Role | null>

/** Only what is played is loaded: each starts in half the time, and needs less memory. */
const ROLES: Readonly<Record<WorkerRole, StartRole>> = {
  settler: async (config, place) => (await import('./roles/settler.ts')).startSettler(config, place),
  publisher: async (config, place, { clockWatch }) =>
    (await import('./roles/publisher.ts')).startPublisher(config, place, clockWatch),
  signer: async (config, place, { address }) => (await import('./roles/signer.ts')).startSigner(config, place, address),
  courier: async (config, place) => (await import('./roles/courier.ts')).startCourier(config, place),
  bookkeeper: async (config, place) => (await import('./roles/bookkeeper.ts')).startBookkeeper(config, place),
}

const CLOSE_DEADLINE_MS = 8_000
const CHECK_MS = 5_000

const main = async (): Promise<void> => {
  const config = readConfig(WorkerConfig, process.env)
  const tally = createTally()
  const wanted = config.ROLES.split(',')
  const roles = WORKER_ROLES.filter((role) => wanted.includes(role))
  const log = programLog(config.LOG_LEVEL, { process: 'worker', roles: roles.join(), pid: process.pid }, tally)
  tellOpenSecrets(WorkerConfig, process.env, log)
  if (!config.REDIS_URL)
    throw new BadConfig('REDIS_URL is not set. Set it, or use "npm start", which runs a Redis of its own.')
  const address = redisAddress(config.REDIS_URL, config.REDIS_REPLICAS)
  if (roles.includes('signer') && roles.includes('courier'))
    throw new BadConfig('ROLES: the courier calls addresses of customers and must not share a process with the signer.')
  const warnings = await checkRedis(address, config.REDIS_DURABILITY === 'confirmed')
  for (const warning of warnings) log.warn('redis.setting', { warning })

  const store = await openStore(address, 'waits', systemClock, unreadableLog(log, systemClock))
  const self = describeSelf('worker')
  const leaveFormat = await keepFormat(store, self.name, log)
  const beats = createBeats(tally, systemSteady)
  const reporter = startReporter({
    self,
    beats,
    tally,
    clock: systemClock,
    take: store.totals.take,
  })
  const endLoopLag = startLoopLag({ steady: systemSteady, meter: tally })
  const endCollections = startCollections({ clock: systemClock, random: systemRandom })
  // Commands wait while the store does not answer. Without this check the worker would log nothing meanwhile.
  const check = async () => {
    const refusal = await store.refusal()
    if (refusal !== null) log.refuses(refusal, 'worker.looked')
  }
  const checking = setInterval(() => void check(), CHECK_MS)
  const clockWatch = await startClockWatch({
    clock: systemClock,
    steady: systemSteady,
    log,
    meter: tally,
    storeTime: store.time,
  })
  const place: Workplace = {
    store,
    queues: {
      ...connectQueues(address),
      prefix: names.queuePrefix,
      onJob: laneMeter(tally),
    },
    meter: tally,
    beats,
    clock: systemClock,
    log,
    onQueueError: log.queueError,
  }
  const playing = new Map<string, Role>()
  for (const name of roles) {
    const role = await ROLES[name](config, place, { clockWatch, address })
    if (role !== null) playing.set(name, role)
  }
  log.info('worker.running', { roles, settles: playing.has('settler') })
  // `/health` names a role that nobody plays: it need not be away until the next report.
  void reporter.flush().catch(() => {})

  orderlyExit(log, CLOSE_DEADLINE_MS + 4_000, async () => {
    clearInterval(checking)
    clockWatch.close()
    endLoopLag()
    endCollections()
    await Promise.all([...playing.values()].map((role) => role.close(CLOSE_DEADLINE_MS)))
    await reporter.close()
    await leaveFormat()
    await store.close()
  })
}

await main().catch(refuseToStart({ settings: [BadConfig, BadKeys, ForeignFormat], circumstances: [BadRedis] }))
