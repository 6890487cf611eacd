import { chmodSync, chownSync, existsSync, mkdirSync, unlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { Redis } from 'ioredis'
import { BadRedis, type RedisAddress } from './redis.ts'

/** A Redis that this service starts, on a unix socket in the data folder. */
export interface EmbeddedRedis {
  readonly address: RedisAddress
  /** `adopted`: the socket belongs to a server that outlived the process that started it; it is used further. */
  readonly how: 'spawned' | 'adopted'
  /** Its status or signal when it has ended, whether it was asked to or not. */
  readonly exited: Promise<string>
  stop(): Promise<void>
}

/** Where and how an embedded Redis runs. */
export interface EmbeddedRedisOptions {
  readonly folder: string
  /** `always`: a claim that was answered is kept even when the power fails. */
  readonly fsync?: 'always' | 'everysec'
  /** As `maxmemory` of its configuration; none if left out. */
  readonly maxMemory?: string | undefined
  /** Where the socket is, when not in the folder itself. */
  readonly socket?: string | undefined
  /** Group that may use the socket, when the server process runs as another user. */
  readonly socketGroup?: number | undefined
  /** A server found on the socket is asked to end: it may be about to end with the process that started it. */
  readonly replace?: boolean
}

const MISSING_REDIS = `redis-server was not found. Install it:
  Debian/Ubuntu  apt-get install redis-server     Fedora  dnf install valkey     Alpine  apk add valkey
  macOS          brew install valkey              or set REDIS_URL=redis://host:6379`

/** sun_path holds 104 bytes on macOS, 108 on Linux. */
const MAX_SOCKET = 100

/** The socket of a server on this folder: a path that is too long for a socket is replaced by a short one. */
export const socketPath = (folder: string, wanted?: string): string => {
  const inside = wanted ?? join(folder, 'redis.sock')
  return inside.length <= MAX_SOCKET ? inside : join(tmpdir(), `claros-${Bun.hash(folder).toString(36)}.sock`)
}

/**
 * A server that still loads its append-only file answers LOADING. A second server on that folder would damage the file.
 */
const probe = async (path: string): Promise<'none' | 'loading' | 'ready'> => {
  const redis = new Redis({
    path,
    lazyConnect: true,
    enableReadyCheck: false,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  })
  redis.on('error', () => {})
  try {
    await redis.connect()
    return (await redis.info('persistence')).includes('loading:0') ? 'ready' : 'loading'
  } catch (problem) {
    return String(problem).includes('LOADING') ? 'loading' : 'none'
  } finally {
    redis.disconnect()
  }
}

/** An adopted server is not our child process: its end is not reported, so it is checked for. */
const exitOfAdopted = async (socket: string): Promise<string> => {
  while ((await probe(socket)) !== 'none') await Bun.sleep(1_000)
  return 'gone'
}

const adopt = async (socket: string): Promise<boolean> => {
  if (!existsSync(socket)) return false
  for (;;) {
    const state = await probe(socket)
    if (state !== 'loading') return state === 'ready'
    await Bun.sleep(100)
  }
}

/** The longest time between the last reply and the end of the process. */
const LAST_WAIT_MS = 2_000

/** Asks the server on the socket to write everything to disk and end. */
const shutdown = async (socket: string): Promise<void> => {
  const redis = new Redis({ path: socket, lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 })
  redis.on('error', () => {})
  await redis.connect().catch(() => {})
  await redis.call('SHUTDOWN', 'NOSAVE').catch(() => {})
  redis.disconnect()
  for (let waited = 0; waited < 100 && (await probe(socket)) !== 'none'; waited++) await Bun.sleep(50)
}

/**
 * Starts Redis so that it ends with this process. Its standard input stays open as long as this process runs. A watcher
 * beside it ends Redis some seconds after the input closes, when the workers have written their last data. `$$` is the
 * shell that becomes Redis.
 */
const ENDS_WITH_PARENT = `
exec 3<&0 </dev/null
(
  cat <&3 >/dev/null
  for second in 1 2 3 4 5; do kill -0 $$ 2>/dev/null || exit 0; sleep 1; done
  kill -TERM $$ 2>/dev/null
) &
exec "$@" 3<&-`

/**
 * Starts `redis-server` (or `valkey-server`) with the settings that queues and claims need: append-only file, no
 * eviction, and `hz 100`, without which job schedulers run some fifty milliseconds late.
 */
export const startRedis = async (options: EmbeddedRedisOptions): Promise<EmbeddedRedis> => {
  const folder = resolve(options.folder)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const socket = socketPath(folder, options.socket)
  const address: RedisAddress = { path: socket }
  const stop = () => shutdown(socket)
  if (await adopt(socket)) {
    if (!options.replace) return { address, how: 'adopted', exited: exitOfAdopted(socket), stop }
    await shutdown(socket)
    // Two servers on one append-only file would damage it.
    if ((await probe(socket)) !== 'none')
      throw new BadRedis(`the Redis of an earlier start still runs on ${socket} and does not end. Stop it first.`)
  }

  const program = ['redis-server', 'valkey-server'].map((name) => Bun.which(name)).find((path) => path !== null)
  if (!program) throw new BadRedis(MISSING_REDIS)
  if (existsSync(socket)) unlinkSync(socket)
  const log = join(folder, 'redis.log')
  const settings = {
    port: '0',
    unixsocket: socket,
    unixsocketperm: options.socketGroup === undefined ? '700' : '770',
    dir: folder,
    appendonly: 'yes',
    appendfsync: options.fsync ?? 'always',
    save: '',
    hz: '100',
    'maxmemory-policy': 'noeviction',
    maxmemory: options.maxMemory ?? '0',
    daemonize: 'no',
    logfile: log,
  }
  const args = Object.entries(settings).flatMap(([key, value]) => [`--${key}`, value])
  const child = Bun.spawn(['sh', '-c', ENDS_WITH_PARENT, 'sh', program, ...args], {
    stdio: ['pipe', 'ignore', 'ignore'],
    // A Ctrl-C in the terminal must not end Redis before the workers have closed.
    detached: true,
  })
  const exited = child.exited.then((status) => {
    // Ends the watcher at once, before another process can get its number.
    void child.stdin.end()
    return child.signalCode === null ? `status ${status}` : String(child.signalCode)
  })
  let exit: number | null = null
  void child.exited.then((code) => (exit = code))
  while (exit === null) {
    if ((await probe(socket)) === 'ready') {
      if (options.socketGroup !== undefined) {
        chownSync(socket, process.getuid!(), options.socketGroup)
        chmodSync(socket, 0o770)
      }
      const stopOwn = async () => {
        await stop()
        await Promise.race([exited, Bun.sleep(LAST_WAIT_MS)])
      }
      return { address, how: 'spawned', exited, stop: stopOwn }
    }
    await Bun.sleep(25)
  }
  throw new BadRedis(`${program} ended with status ${exit} before it was ready; see ${log}`)
}
