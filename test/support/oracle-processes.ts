import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import { witnessBeside } from '../../src/actors/dlc/paths.ts'
import { WorkerConfig } from '../../src/config.ts'
import { type Child, startChild } from '../../src/launch/child.ts'
import { openDataFolder } from '../../src/launch/data-folder.ts'
import { environmentFor } from '../../src/launch/environment.ts'
import { freePort } from './free-port.ts'
import { keepRedis } from '../../src/launch/redis.ts'
import type { QueueAddress } from '../../src/queues/connection.ts'
import { SandboxConfig } from '../../src/sandbox/config.ts'
import { names } from '../../src/store/redis/names.ts'
import { connectRedis } from '../../src/store/redis/redis.ts'
import { type Store, storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { keptLog } from './still.ts'

/**
 * The DLC oracle in real processes, without servers: Redis, signers, couriers and, if a test needs simulated prices,
 * sandbox and publishers. All of them are started again when they die, as by the launcher.
 */
export interface OracleProcesses {
  /** Guard and journal. */
  readonly oracleFolder: string
  readonly redis: Redis
  readonly store: Store
  readonly queues: QueueAddress
  /** `''` without publishers. */
  readonly sandboxUrl: string
  /** SIGKILL. Throws when there is no process of this name. */
  kill(name: string): void
  /** SIGKILL; resolves when another process serves the same files. */
  killRedis(): Promise<void>
  /** Ends all but Redis, in order. */
  stopWorkers(): Promise<void>
  stop(): Promise<void>
}

export interface OracleProcessesOptions {
  readonly signers: number
  readonly couriers: number
  readonly publishers: number
  /** `host:port` that may be called although it is private. */
  readonly allow: readonly string[]
  /** Settings on top, for all workers. */
  readonly env?: Readonly<Record<string, string>>
}

const STOP_MS = 12_000
const HOMES = ['PATH', 'HOME', 'TMPDIR'] as const

const redisPid = async (redis: Redis): Promise<number> =>
  Number(/process_id:(\d+)/.exec(await redis.info('server'))?.[1] ?? 0)

export const startOracleProcesses = async (options: OracleProcessesOptions): Promise<OracleProcesses> => {
  const path = mkdtempSync(join(tmpdir(), 'claros-oracle-'))
  const log = keptLog()
  const folder = openDataFolder(path, 'demo', systemRandom, undefined)
  const kept = await keepRedis({ folder: folder.redis, socket: folder.socket }, log)
  const sandboxPort = options.publishers > 0 ? await freePort() : 0
  const sandboxUrl = sandboxPort > 0 ? `http://127.0.0.1:${sandboxPort}` : ''
  const settings: Record<string, string | undefined> = {
    ...Object.fromEntries(HOMES.map((name) => [name, process.env[name]])),
    REDIS_URL: `unix://${kept.address.path}`,
    LOG_LEVEL: 'silent',
    MODE: 'demo',
    KEYS_DIR: folder.keys,
    ORACLE_DIR: folder.oracle,
    OUTBOUND_ALLOW: options.allow.join(','),
    ...(sandboxPort > 0 && { UPSTREAM_ORIGIN: sandboxUrl, SANDBOX_PORT: String(sandboxPort) }),
    ...options.env,
  }
  const children = new Map<string, Child>()
  const start = (name: string, program: string, schema: typeof WorkerConfig | typeof SandboxConfig, roles?: string) => {
    const env = environmentFor(schema, {}, { ...settings, ...(roles && { ROLES: roles }) })
    const onHopeless = () => log.error('hopeless', { name })
    children.set(name, startChild({ name, program, env, log, onHopeless }))
  }
  if (sandboxPort > 0) start('sandbox', 'sandbox/main.ts', SandboxConfig)
  for (const role of ['publisher', 'signer', 'courier'] as const)
    for (let n = 1; n <= options[`${role}s`]; n++) start(`${role}-${n}`, 'worker.ts', WorkerConfig, role)

  const redis = await connectRedis(kept.address, 'waits')
  const stopWorkers = async () => {
    await Promise.all([...children.values()].map((child) => child.stop(STOP_MS)))
    children.clear()
  }
  return {
    oracleFolder: folder.oracle,
    redis,
    store: storeOn(redis, systemClock),
    queues: { connection: kept.address, prefix: names.queuePrefix },
    sandboxUrl,
    kill: (name) => {
      const child = children.get(name)
      if (!child) throw new Error(`no process is called ${name}`)
      try {
        process.kill(child.pid, 'SIGKILL')
      } catch (problem) {
        // It has died by itself, for want of Redis, and is about to be started again.
        if ((problem as NodeJS.ErrnoException).code !== 'ESRCH') throw problem
      }
    },
    killRedis: async () => {
      const pid = await redisPid(redis)
      process.kill(pid, 'SIGKILL')
      while ((await redisPid(redis).catch(() => pid)) === pid) await Bun.sleep(20)
    },
    stopWorkers,
    stop: async () => {
      await stopWorkers()
      redis.disconnect()
      await kept.stop()
      folder.release()
      for (const each of [path, witnessBeside(folder.oracle)]) rmSync(each, { recursive: true, force: true })
    },
  }
}
