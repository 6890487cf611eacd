import { Redis, type RedisOptions } from 'ioredis'
import { waitForReplicas } from './lasting.ts'
import { onePrimary, runOf } from './one-primary.ts'
import { refusalOf } from './refusal.ts'
import {
  isSentinelUrl,
  type RedisPlace,
  SENTINEL_FORM,
  sentinelAddress,
  sentinelFault,
  showPlace,
} from './sentinel-address.ts'
import { percentDecoded } from './percent-decoded.ts'

/** Redis cannot be reached, or must not be used with its settings. The message says what to do. */
export class BadRedis extends Error {
  override readonly name = 'BadRedis'
}

/** The address of Redis, as a plain object that both ioredis and BullMQ accept. */
export interface RedisAddress {
  readonly path?: string
  readonly host?: string
  readonly port?: number
  readonly username?: string
  readonly password?: string
  readonly db?: number
  readonly tls?: object
  /** Sentinels that know the primary, and its name there. */
  readonly sentinels?: readonly RedisPlace[]
  readonly name?: string
  /** How many replicas must have what must last (`lasting.ts`); absent or 0: nothing waits for them. */
  readonly replicas?: number
}

/**
 * `redis://[user:password@]host[:port][/db]`, `rediss://` with TLS, `unix:///path/to/socket`, or Sentinels as in
 * `sentinel-address.ts`.
 *
 * @param replicas how many replicas must have what must last. Behind Sentinel one, since there a primary is replaced
 */
export const redisAddress = (url: string, replicas?: number): RedisAddress => {
  if (isSentinelUrl(url)) {
    const address = sentinelAddress(url)
    if (!address) throw new BadRedis(`REDIS_URL must look like ${SENTINEL_FORM}${sentinelFault(url)}.`)
    if (replicas === 0)
      throw new BadRedis('REDIS_REPLICAS is 0, and behind Sentinel a failover would forget payments. Leave it out.')
    return { ...address, replicas: replicas ?? 1 }
  }
  return { ...singleAddress(url), ...(replicas && { replicas }) }
}

const singleAddress = (url: string): RedisAddress => {
  if (url.startsWith('unix:///')) return { path: url.slice('unix://'.length) }
  const parsed = URL.canParse(url) ? new URL(url) : null
  const database = parsed?.pathname.slice(1) ?? ''
  const [username, password] = [percentDecoded(parsed?.username), percentDecoded(parsed?.password)]
  // The address is not shown, because it may contain a password.
  if (
    !parsed ||
    !['redis:', 'rediss:'].includes(parsed.protocol) ||
    !parsed.hostname ||
    !/^\d{0,4}$/.test(database) ||
    username === null ||
    password === null
  )
    throw new BadRedis('REDIS_URL must look like redis://[user:password@]host:6379[/0] or unix:///path/to/socket.')
  return {
    host: parsed.hostname,
    port: Number(parsed.port || 6379),
    ...(username && { username }),
    ...(password && { password }),
    ...(database && { db: Number(database) }),
    ...(parsed.protocol === 'rediss:' && { tls: {} }),
  }
}

/** Without Redis, a server must answer 503 at once; no client waits for a worker, so a worker waits for ever. */
export type Patience = 'fails_fast' | 'waits'

const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000)

/**
 * A connection without a reply for this long is treated as lost, even when the network reports nothing, and a new one
 * is made. Commands in progress on a lost connection may have been executed. A server gets an error and sends none of
 * them again by itself: otherwise its own change would look like that of another process. Commands of workers may be
 * repeated safely. A server learns within a second from the write probe that the store hangs, and sells nothing more; what
 * was sent before that is given longer, because a claim that was lost from sight keeps its buyer waiting for half a minute.
 */
const OPTIONS: Readonly<Record<Patience, RedisOptions>> = {
  fails_fast: {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    commandTimeout: 4_000,
    socketTimeout: 6_000,
    retryStrategy,
  },
  waits: { maxRetriesPerRequest: null, socketTimeout: 15_000, retryStrategy },
}

/** While no other primary is found, a new connection is made at most this often. */
const ANEW_MS = 1_000

/**
 * Checks whether an error shows that the connection leads to a former primary, so that a new one must be made. The name
 * or proxy leads to the new primary by then, but the old connection would keep leading to the former one. One for each
 * connection.
 */
export const leavesReplicas = (): ((problem: Error) => boolean) => {
  let leftAt = Number.NEGATIVE_INFINITY
  return (problem) => {
    if (refusalOf(problem) !== 'read_only' || performance.now() - leftAt < ANEW_MS) return false
    leftAt = performance.now()
    return true
  }
}

/** What waits for replicas is never sent twice, nor its parts over two connections. */
const FOR_LASTING: RedisOptions = {
  enableAutoPipelining: false,
  enableOfflineQueue: false,
  maxRetriesPerRequest: 0,
  autoResendUnfulfilledCommands: false,
}

/**
 * Connects and waits until commands are accepted. Commands that are issued in one turn of the event loop are sent as
 * one write. Where replicas are waited for a second connection goes with it (`lasting.ts`).
 */
export const connectRedis = async (address: RedisAddress, patience: Patience): Promise<Redis> => {
  const redis = await connected(address, { ...OPTIONS[patience], enableAutoPipelining: true })
  if (!address.replicas) return redis
  const own = await connected(address, { ...OPTIONS[patience], ...FOR_LASTING }).catch((problem: unknown) => {
    redis.disconnect()
    throw problem
  })
  redis.once('end', () => own.disconnect())
  const place = onePrimary(redis, own, () => addressed(address))
  waitForReplicas(redis, own, place, address.replicas, patience === 'waits')
  await place.known()
  return redis
}

/** Which server the address leads to now, over a connection that is made for the question alone. */
const addressed = async (address: RedisAddress): Promise<string | null> => {
  const redis = await connected(address, { ...OPTIONS.fails_fast, ...FOR_LASTING })
  try {
    return await runOf(redis)
  } finally {
    redis.disconnect()
  }
}

/** Every connection has an error listener: without one, a lost Redis would end the process. */
const connected = async (address: RedisAddress, more: RedisOptions): Promise<Redis> => {
  const options = {
    ...address,
    ...more,
    reconnectOnError: leavesReplicas(),
    lazyConnect: true,
    replyMapping: 'legacy',
  }
  const redis = new Redis(options as RedisOptions & { replyMapping: 'legacy' })
  let why = ''
  redis.on('error', ({ code }: { readonly code?: string }) => {
    why = code === 'EACCES' || code === 'EPERM' ? ` (${code}: its socket may not be used by this user)` : ''
  })
  // Not awaited: while no Sentinel answers, it does not end.
  void redis.connect().catch(() => {})
  if (redis.status !== 'ready')
    await new Promise<void>((ready, fail) => {
      const late = setTimeout(
        () =>
          fail(
            new BadRedis(
              `Redis did not answer within 10 s at ${showAddress(address)}${why}. Is it running, and is REDIS_URL right?${address.sentinels ? ' Do the Sentinels know a primary by that name?' : ''}`,
            ),
          ),
        10_000,
      )
      redis.once('ready', () => {
        clearTimeout(late)
        ready()
      })
    }).catch((problem: unknown) => {
      redis.disconnect()
      throw problem
    })
  return redis
}

/** The address without its password. */
export const showAddress = ({ path, host, port, sentinels, name }: RedisAddress): string =>
  sentinels ? `${name} of the Sentinels ${sentinels.map(showPlace).join()}` : (path ?? `${host}:${port}`)
