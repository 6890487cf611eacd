import { BadKeys } from './actors/secret-file.ts'
import { BadConfig, LauncherConfig, readConfig, ServerConfig, WorkerConfig } from './config.ts'
import { tryToBuildWeb } from './launch/build-web.ts'
import { type Child, startChild } from './launch/child.ts'
import { NOBODY_UID, openDataFolder } from './launch/data-folder.ts'
import { environmentFor } from './launch/environment.ts'
import { workerEnvironment } from './launch/worker-environment.ts'
import { BadFolder } from './launch/folder-lock.ts'
import { PortTaken, refuseTakenPort } from './launch/free-port.ts'
import { keepRedis } from './launch/redis.ts'
import { allowedBy, describeClosed } from './roles/provider-settings.ts'
import { checkRedis } from './store/redis/redis-check.ts'
import { BadRedis, redisAddress } from './store/redis/redis.ts'
import { jsonLog } from './system/log.ts'
import { orderlyExit, refuseToStart } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** `npm start`: runs server and worker processes with real providers, and its own Redis unless REDIS_URL is set. */

/** Settings that exist for demonstrations and tests. */
const FORBIDDEN = ['UPSTREAM_ORIGIN', 'QUORUM', 'OUTBOUND_ALLOW', 'PLAY_MONEY_URL'] as const

const STOP_MS = 15_000

/** Everything is a setting. An argument that did nothing would look like one that works. */
const refuseArguments = (): void => {
  const [first] = process.argv.slice(2)
  if (first !== undefined)
    throw new BadConfig(
      `npm start takes no arguments, found ${JSON.stringify(first)}. Settings are environment variables; see README.md.`,
    )
}

const refusePorts = async ({ HOST, PORT, ADMIN_PORT }: ServerConfig): Promise<void> => {
  await refuseTakenPort(HOST, PORT, 'Set PORT, or stop what uses it.')
  await refuseTakenPort('127.0.0.1', ADMIN_PORT, 'Set ADMIN_PORT, or stop what uses it.')
}

const main = async (): Promise<void> => {
  refuseArguments()
  const config = readConfig(LauncherConfig, process.env)
  for (const name of FORBIDDEN)
    if (process.env[name])
      throw new BadConfig(`${name} is for demonstrations and tests; "npm start" asks real providers. Unset it.`)
  // Read here too, so that a mistake is reported once and not by each process.
  const server = readConfig(ServerConfig, process.env)
  const worker = readConfig(WorkerConfig, process.env)
  allowedBy(worker)
  const log = jsonLog(server.LOG_LEVEL, { process: 'start', pid: process.pid })

  const isRoot = process.getuid?.() === 0
  const serverUser = server.RUN_AS ?? (isRoot ? String(NOBODY_UID) : undefined)
  const group = isRoot && serverUser !== undefined ? Number(serverUser) : undefined
  const folder = openDataFolder(config.DATA_DIR, systemRandom, group)
  const ownFiles = {
    ...(folder.calendar && { CALENDAR_FILE: folder.calendar }),
    ...(folder.estimates && { CALENDAR_ESTIMATES: folder.estimates }),
  }
  if (folder.created.length > 0)
    log.info('keys.created', { files: folder.created, advice: 'back them up: without them this oracle cannot go on' })

  const embedded = config.REDIS_URL
    ? null
    : await keepRedis(
        { folder: folder.redis, fsync: config.REDIS_FSYNC, socket: folder.socket, socketGroup: group },
        log,
      )
  const address = embedded?.address ?? redisAddress(config.REDIS_URL!)
  if (!embedded)
    for (const warning of await checkRedis(address, config.REDIS_DURABILITY === 'confirmed'))
      log.warn('redis.setting', { warning })
  const redisUrl = config.REDIS_URL ?? `unix://${address.path}`
  if (embedded) log.info('redis.ready', { how: embedded.how, socket: address.path })

  const children: Child[] = []
  const stopAll = async () => {
    await Promise.all(children.map((child) => child.stop(STOP_MS)))
    await embedded?.stop()
    folder.release()
  }
  const onHopeless = (name: string) => {
    log.error('child.refused', { name })
    void stopAll().finally(() => process.exit(1))
  }
  await refusePorts(server).catch(async (problem: unknown) => {
    await stopAll()
    throw problem
  })
  const shared = { REDIS_URL: redisUrl }
  const startWorker = (name: string, roles?: string) => {
    const own = {
      KEYS_DIR: folder.keys,
      ORACLE_DIR: folder.oracle,
      LEDGER_DIR: folder.ledger,
      ...ownFiles,
    }
    const env = workerEnvironment(process.env, { ...shared, ...own }, roles)
    children.push(startChild({ name, program: 'worker.ts', env, log, onHopeless }))
  }
  for (let n = 1; n <= config.WORKERS; n++) startWorker(`worker-${n}`)
  // The signer calls only its witness. The courier calls addresses of customers, so it has no key that signs outcomes.
  startWorker('signer', 'signer')
  startWorker('courier', 'courier')
  const web = server.WEB_DIR ?? (await tryToBuildWeb(folder.web, log))
  const secret = server.SERVER_SECRET ?? folder.secret('server.secret')
  for (let n = 1; n <= config.SERVERS; n++) {
    const env = environmentFor(ServerConfig, process.env, {
      ...shared,
      RUN_AS: serverUser,
      SERVER_SECRET: secret,
      WEB_DIR: web,
    })
    children.push(startChild({ name: `server-${n}`, program: 'server.ts', env, log, onHopeless }))
  }
  const whatIsClosed = describeClosed(allowedBy({ ...worker, ...ownFiles }).closed)
  if (whatIsClosed !== null) log.info('feeds.closed', { message: whatIsClosed })
  log.info('start.ready', {
    url: server.PUBLIC_URL ?? `http://localhost:${server.PORT}`,
    workers: config.WORKERS,
    servers: config.SERVERS,
    serverUser: serverUser ?? 'same',
  })
  orderlyExit(log, STOP_MS + 10_000, stopAll)
}

await main().catch(refuseToStart([BadConfig, BadFolder, BadRedis, BadKeys, PortTaken]))
