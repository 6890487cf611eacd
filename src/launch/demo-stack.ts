import { ServerConfig, WorkerConfig } from '../config.ts'
import { publicUrlOf } from '../listening.ts'
import type { Log, Random } from '../ports.ts'
import { SandboxConfig } from '../sandbox/config.ts'
import { findUser, NOBODY_USER } from '../system/privileges.ts'
import { tryToBuildWeb } from './build-web.ts'
import { type Child, startChild } from './child.ts'
import { openDataFolder } from './data-folder.ts'
import { EACH_MINUTE } from './each-minute.ts'
import { environmentFor, RUNTIME_MEMORY } from './environment.ts'
import { freePorts, refuseTakenPort } from './free-port.ts'
import { keepRedis } from './redis.ts'

/** The running processes of the demonstration: Redis, sandbox, workers, servers. */
export interface DemoStack {
  readonly baseUrl: string
  readonly sandboxUrl: string
  readonly adminUrl: string
  readonly redisUrl: string
  readonly payTo: string
  /** The secret that administrators of the DLC oracle send. */
  readonly adminSecret: string
  readonly children: readonly Child[]
  stop(): Promise<void>
}

export interface DemoStackOptions {
  readonly folder: string
  /** The address that the server listens on; the sandbox and the port for operators stay on loopback. */
  readonly host?: string
  /** 0 for any free port. */
  readonly port: number
  readonly random: Random
  readonly log: Log
  readonly workers?: number
  readonly servers?: number
  readonly logLevel?: string
  /** `host:port` on private networks that addresses given by customers may name, besides the public internet. */
  readonly allow?: readonly string[]
  /** More settings, for each process that reads them. */
  readonly env?: Readonly<Record<string, string>>
  onHopeless(name: string): void
}

/** The address that receives the demonstration's USDC. It belongs to no key. */
const PAY_TO = '0x00000000000000000000000000000000C1a405C0'

const STOP_MS = 12_000

/** Starts the real server and worker with simulated providers and play money. */
export const startDemoStack = async (options: DemoStackOptions): Promise<DemoStack> => {
  const { folder: path, random, log, onHopeless } = options
  const isRoot = process.getuid?.() === 0
  const group = isRoot ? findUser(NOBODY_USER).gid : undefined
  const host = options.host ?? '127.0.0.1'
  await refuseTakenPort(host, options.port, 'Choose another with --port, 0 for any free one.')
  const folder = openDataFolder(path, 'demo', random, group)
  const redis = await keepRedis({ folder: folder.redis, socket: folder.socket, socketGroup: group }, log).catch(
    (problem: unknown) => {
      folder.release()
      throw problem
    },
  )
  const ports = await freePorts(random, 'server', 'admin', 'sandbox')
  const port = options.port || ports.server
  const sandboxUrl = `http://127.0.0.1:${ports.sandbox}`
  const baseUrl = publicUrlOf({ HOST: host, PORT: port })
  const redisUrl = `unix://${redis.address.path}`

  const web = await tryToBuildWeb(folder.web, log)
  const adminSecret = folder.secret('oracle.secret')
  const settings: Record<string, string | undefined> = {
    REDIS_URL: redisUrl,
    LOG_LEVEL: options.logLevel ?? 'warn',
    MODE: 'demo',
    KEYS_DIR: folder.keys,
    ORACLE_DIR: folder.oracle,
    LEDGER_DIR: folder.ledger,
    ORACLE_SECRET: adminSecret,
    UPSTREAM_ORIGIN: sandboxUrl,
    // The simulated data is our own.
    SOURCES_RIGHTS: 'all',
    CADENCES: EACH_MINUTE.map((actor) => `${actor}=60`).join(','),
    SANDBOX_PORT: String(ports.sandbox),
    PORT: String(port),
    HOST: host,
    ADMIN_PORT: String(ports.admin),
    RUN_AS: isRoot ? NOBODY_USER : undefined,
    PAY_TO,
    FACILITATOR_URL: `${sandboxUrl}/facilitator`,
    RPC_URL: `${sandboxUrl}/chain/rpc`,
    LIGHTNING: 'lnd',
    LIGHTNING_URL: `${sandboxUrl}/lnd`,
    LIGHTNING_SECRET: '00',
    SERVER_SECRET: folder.secret('server.secret'),
    WEB_DIR: web,
    PLAY_MONEY_URL: sandboxUrl,
    ...(options.allow?.length && { OUTBOUND_ALLOW: options.allow.join(',') }),
    ...options.env,
  }
  const start = (
    name: string,
    program: string,
    schema: typeof ServerConfig | typeof WorkerConfig | typeof SandboxConfig,
    roles?: string,
  ) => {
    const env = environmentFor(schema, {}, { ...systemEnv(), ...settings, ...(roles && { ROLES: roles }) })
    return startChild({ name, program, env, log, onHopeless })
  }

  const children: Child[] = [start('sandbox', 'sandbox/main.ts', SandboxConfig)]
  for (let n = 1; n <= (options.workers ?? 1); n++) children.push(start(`worker-${n}`, 'worker.ts', WorkerConfig))
  children.push(start('signer', 'worker.ts', WorkerConfig, 'signer'))
  children.push(start('courier', 'worker.ts', WorkerConfig, 'courier'))
  for (let n = 1; n <= (options.servers ?? 1); n++) children.push(start(`server-${n}`, 'server.ts', ServerConfig))
  const stop = async () => {
    await Promise.all(children.map((child) => child.stop(STOP_MS)))
    await redis.stop()
    folder.release()
  }
  let stopped: Promise<void> | null = null
  return {
    baseUrl,
    sandboxUrl,
    adminUrl: `http://127.0.0.1:${ports.admin}`,
    redisUrl,
    payTo: PAY_TO,
    adminSecret,
    children,
    // A failure and Ctrl-C may both call this: it stops once.
    stop: () => (stopped ??= stop()),
  }
}

/**
 * The demonstration ignores this service's settings in the shell, so that it is always the same. Variables that
 * describe the machine are passed on.
 */
const systemEnv = (): Record<string, string | undefined> => ({
  PATH: process.env.PATH,
  HOME: process.env.HOME,
  TMPDIR: process.env.TMPDIR,
  ...Object.fromEntries(RUNTIME_MEMORY.map((name) => [name, process.env[name]])),
})

/** Polls an address until it gives the wanted answer. `false` if it did not within the time limit. */
export const waitFor = async (
  url: string,
  timeLimitMs: number,
  wanted: (response: Response) => boolean = ({ status }) => status === 200,
): Promise<boolean> => {
  const deadline = Date.now() + timeLimitMs
  while (Date.now() < deadline) {
    const found = await fetch(url, { signal: AbortSignal.timeout(2_000) }).catch(() => null)
    await found?.body?.cancel()
    if (found && wanted(found)) return true
    await Bun.sleep(100)
  }
  return false
}
