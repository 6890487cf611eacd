import { resolve } from 'node:path'
import { BadKeys } from './actors/secret-file.ts'
import { BadConfig, EVERY_SETTING, LauncherConfig, readConfig, ServerConfig, WorkerConfig } from './config.ts'
import { BadRail } from './http/rails/bad-rail.ts'
import type { RailSettings } from './http/rails/rail-settings.ts'
import { type Child, startChild } from './launch/child.ts'
import { BadUsage, type Command, optionLines, readCommandLine } from './launch/command-options.ts'
import { NOBODY_UID, openDataFolder } from './launch/data-folder.ts'
import { environmentFor } from './launch/environment.ts'
import { BadFolder } from './launch/folder-lock.ts'
import { freePorts, PortTaken, refuseTakenPort } from './launch/free-port.ts'
import { keepRedis } from './launch/redis.ts'
import { settingsText } from './launch/settings-text.ts'
import { workerEnvironment } from './launch/worker-environment.ts'
import { misspeltSettings, misspeltWords } from './misspelt-settings.ts'
import { allowedBy } from './roles/provider-settings.ts'
import { checkStart } from './start/check-start.ts'
import { sayReady } from './start/say-ready.ts'
import { checkRedis } from './store/redis/redis-check.ts'
import { BadRedis, redisAddress } from './store/redis/redis.ts'
import { WRONG_SETTING } from './system/exit-status.ts'
import { jsonLog } from './system/log.ts'
import { orderlyExit, refuseToStart } from './system/process.ts'
import { systemRandom } from './system/random.ts'

/** `npm start`: runs server and worker processes with real providers, and its own Redis unless REDIS_URL is set. */

const STOP_MS = 15_000

const COMMAND: Command = {
  name: 'npm start',
  settings: { ...ServerConfig.properties, ...LauncherConfig.properties },
  switches: { settings: 'every setting: its default, and what it is' },
}

const help = (): string =>
  [
    'npm start -- [options]',
    '',
    optionLines(COMMAND),
    '',
    'Everything else is a setting, given as an environment variable: PAY_TO=0x… FACILITATOR_URL=https://… npm start',
  ].join('\n')

const say = (text: string): void => {
  process.stdout.write(`${text}\n`)
}

const refusePorts = async ({ HOST, PORT, ADMIN_PORT }: ServerConfig): Promise<void> => {
  await refuseTakenPort(HOST, PORT, 'Set PORT, or stop what uses it.')
  await refuseTakenPort('127.0.0.1', ADMIN_PORT, 'Set ADMIN_PORT, or stop what uses it.')
}

/** The settings of this start. Every server must be told one port, so 0 is a free one from here on. */
const givenSettings = async (options: Readonly<Record<string, string>>) => {
  const given = { ...process.env, ...options }
  const isAnyPort = readConfig(ServerConfig, given).PORT === 0
  return isAnyPort ? { ...given, PORT: String((await freePorts(systemRandom, 'server')).server) } : given
}

const main = async (): Promise<void> => {
  const { settings, on } = readCommandLine(COMMAND, process.argv.slice(2), process.env)
  if (on.has('help')) return say(help())
  if (on.has('settings')) return say(settingsText(EVERY_SETTING))
  const given = await givenSettings(settings)
  const config = readConfig(LauncherConfig, given)
  // Read here too, so that a mistake is reported once and not by each process.
  const server = readConfig(ServerConfig, given)
  const worker = readConfig(WorkerConfig, given)
  const log = jsonLog(server.LOG_LEVEL, { process: 'start', pid: process.pid })
  const misspelt = misspeltSettings(given)
  for (const each of misspelt) log.warn('setting.misspelt', { ...each, message: misspeltWords(each) })
  checkStart({
    given,
    server: server as ServerConfig & RailSettings,
    worker,
    folder: resolve(config.DATA_DIR),
    misspelt,
  })

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
  let leaving = false
  const stopAll = async () => {
    leaving = true
    await Promise.all(children.map((child) => child.stop(STOP_MS)))
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
  orderlyExit(log, STOP_MS + 10_000, stopAll)
  const shared = { REDIS_URL: redisUrl }
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
  const secret = server.SERVER_SECRET ?? folder.secret('server.secret')
  for (let n = 1; n <= config.SERVERS; n++) {
    const env = environmentFor(ServerConfig, given, { ...shared, RUN_AS: serverUser, SERVER_SECRET: secret })
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

await main().catch(
  refuseToStart({
    settings: [BadConfig, BadRail, BadKeys, BadUsage],
    circumstances: [BadFolder, BadRedis, PortTaken],
  }),
)
