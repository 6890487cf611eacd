import { BadKeys } from '../actors/secret-file.ts'
import { BadConfig, type LauncherConfig, ServerConfig, type WorkerConfig } from '../config.ts'
import { tryToBuildWeb } from '../launch/build-web.ts'
import { type Child, startChild } from '../launch/child.ts'
import { openDataFolder } from '../launch/data-folder.ts'
import { environmentFor } from '../launch/environment.ts'
import { BadFolder } from '../launch/folder-lock.ts'
import { PortTaken, refuseTakenPort } from '../launch/free-port.ts'
import { keepRedis } from '../launch/redis.ts'
import { workerEnvironment } from '../launch/worker-environment.ts'
import { adminAddresses } from '../listening.ts'
import type { MisspeltSetting } from '../misspelt-settings.ts'
import type { Log } from '../ports.ts'
import { allowedBy, cadencesOf, originsOf } from '../roles/provider-settings.ts'
import { nostrOf, standingOf } from '../roles/published-settings.ts'
import { checkRedis } from '../store/redis/redis-check.ts'
import { BadRedis, type RedisAddress, redisAddress } from '../store/redis/redis.ts'
import { WRONG_SETTING } from '../system/exit-status.ts'
import { CannotDrop, findUser, NOBODY_USER } from '../system/privileges.ts'
import { orderlyExit, refuseToStart } from '../system/process.ts'
import { systemRandom } from '../system/random.ts'
import { sayReady } from './say-ready.ts'

/** Starts the processes of `npm start`, of settings that are known to fit, and keeps them running. */

export interface StartSettings {
  /** The environment, with the options of the command. */
  readonly given: Readonly<Record<string, string | undefined>>
  readonly config: LauncherConfig
  readonly server: ServerConfig
  readonly worker: WorkerConfig
  readonly misspelt: readonly MisspeltSetting[]
  readonly log: Log
  say(text: string): void
}

const STOP_MS = 15_000

const refusePorts = async ({ HOST, PORT, ADMIN_HOST, ADMIN_PORT }: ServerConfig): Promise<void> => {
  await refuseTakenPort(HOST, PORT, 'Set PORT, or stop what uses it.')
  for (const host of adminAddresses(ADMIN_HOST))
    await refuseTakenPort(host, ADMIN_PORT, 'Set ADMIN_PORT, or stop what uses it.')
}

/** What workers would refuse, judged before a folder is made. */
const checkWorkers = (worker: WorkerConfig): void => {
  allowedBy(worker)
  cadencesOf(worker.CADENCES)
  originsOf(worker.PROVIDER_ORIGINS)
  standingOf(worker)
  nostrOf(worker)
}

/** The Redis of the settings, if they name one. It is seen before a folder is made. */
const givenRedis = async (
  { REDIS_URL, REDIS_REPLICAS, REDIS_DURABILITY }: LauncherConfig,
  log: Log,
): Promise<RedisAddress | null> => {
  if (REDIS_URL === undefined && REDIS_REPLICAS)
    throw new BadConfig(
      'REDIS_REPLICAS is 1, and the Redis that is started here has no replica. Set REDIS_URL, or leave it out.',
    )
  if (REDIS_URL === undefined) return null
  const address = redisAddress(REDIS_URL, REDIS_REPLICAS)
  for (const warning of await checkRedis(address, REDIS_DURABILITY === 'confirmed'))
    log.warn('redis.setting', { warning })
  return address
}

const run = async ({ given, config, server, worker, misspelt, log, say }: StartSettings): Promise<void> => {
  checkWorkers(worker)
  const outside = await givenRedis(config, log)
  const isRoot = process.getuid?.() === 0
  const serverUser = server.RUN_AS ?? (isRoot ? NOBODY_USER : undefined)
  const group = isRoot && serverUser !== undefined ? findUser(serverUser).gid : undefined
  const folder = openDataFolder(config.DATA_DIR, 'live', systemRandom, group)
  // A setting is more than a file that lies there.
  const ownFiles = {
    ...(folder.calendar && !worker.CALENDAR_FILE && { CALENDAR_FILE: folder.calendar }),
    ...(folder.estimates && !worker.CALENDAR_ESTIMATES && { CALENDAR_ESTIMATES: folder.estimates }),
  }
  if (folder.created.length > 0)
    log.info('keys.created', { files: folder.created, advice: 'back them up: without them this oracle cannot go on' })

  const embedded =
    outside === null
      ? await keepRedis(
          {
            folder: folder.redis,
            fsync: config.REDIS_FSYNC,
            maxMemory: config.REDIS_MAXMEMORY,
            socket: folder.socket,
            socketGroup: group,
          },
          log,
        )
      : null
  if (embedded) log.info('redis.ready', { how: embedded.how, socket: embedded.address.path })

  const children: Child[] = []
  let leaving = false
  const stopMs = STOP_MS + server.DRAIN_SECONDS * 1_000
  const stopAll = async () => {
    leaving = true
    // A server sells until it is gone, so what it needs goes after it.
    const [servers, others] = [true, false].map((is) =>
      children.filter(({ name }) => name.startsWith('server-') === is),
    )
    await Promise.all(servers!.map((child) => child.stop(stopMs)))
    await Promise.all(others!.map((child) => child.stop(STOP_MS)))
    await embedded?.stop()
    folder.release()
  }
  const onHopeless = (name: string, status: number) => {
    if (leaving) return
    log.error('child.refused', { name })
    void stopAll().finally(() => process.exit(status === WRONG_SETTING ? status : 1))
  }
  await refusePorts(server).catch(async (problem: unknown) => {
    await stopAll()
    throw problem
  })
  orderlyExit(log, stopMs + STOP_MS + 10_000, stopAll)
  // What is given goes on as it was given: a secret that stands in a file stays there.
  const shared = embedded ? { REDIS_URL: `unix://${embedded.address.path}` } : {}
  const startWorker = (name: string, roles?: string) => {
    const own = {
      KEYS_DIR: folder.keys,
      ORACLE_DIR: folder.oracle,
      LEDGER_DIR: folder.ledger,
      ...ownFiles,
    }
    const env = workerEnvironment(given, { ...shared, ...own }, roles)
    children.push(startChild({ name, program: 'worker.ts', env, log, onHopeless }))
  }
  for (let n = 1; n <= config.WORKERS; n++) startWorker(`worker-${n}`)
  // The signer calls only its witness. The courier calls addresses of customers, so it has no key that signs outcomes.
  startWorker('signer', 'signer')
  startWorker('courier', 'courier')
  const web = server.WEB_DIR ?? (await tryToBuildWeb(folder.web, log))
  const ownSecret = server.SERVER_SECRET === undefined ? { SERVER_SECRET: folder.secret('server.secret') } : {}
  for (let n = 1; n <= config.SERVERS; n++) {
    const env = environmentFor(ServerConfig, given, {
      ...shared,
      RUN_AS: serverUser,
      ...ownSecret,
      WEB_DIR: web,
    })
    children.push(startChild({ name: `server-${n}`, program: 'server.ts', env, log, onHopeless }))
  }
  await sayReady({
    server,
    closed: allowedBy({ ...worker, ...ownFiles }).closed,
    misspelt,
    log,
    say,
    isLeaving: () => leaving,
    fields: { workers: config.WORKERS, servers: config.SERVERS, serverUser: serverUser ?? 'same' },
  })
}

/** Ends the process if it cannot start. */
export const runService = (settings: StartSettings): Promise<void> =>
  run(settings).catch(
    refuseToStart({ settings: [BadConfig, BadKeys, CannotDrop], circumstances: [BadFolder, BadRedis, PortTaken] }),
  )
