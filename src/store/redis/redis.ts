import { Redis, type RedisOptions } from 'ioredis'
import { lastingOnOne, waitWith } from './lasting.ts'
import { onePrimary, runOf } from './one-primary.ts'
import { CLUSTER_FORM, clusterAddress, isClusterUrl } from './cluster-address.ts'
import { FOR_LASTING, OF_ONE_SERVER, type Patience } from './patience.ts'
import { percentDecoded } from './percent-decoded.ts'
import { type RedisPlace, showPlace } from './places.ts'
import { readyWithin } from './ready-within.ts'
import { refusalOf } from './refusal.ts'
import { isSentinelUrl, SENTINEL_FORM, sentinelAddress, sentinelFault } from './sentinel-address.ts'

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
  /** Servers of a cluster: then it is for `connect-cluster.ts`. */
  readonly nodes?: readonly RedisPlace[]
  /** What its connections call themselves there. */
  readonly connectionName?: string
  /** How many replicas must have what must last (`lasting.ts`); absent or 0: nothing waits for them. */
  readonly replicas?: number
}

/**
 * `redis://[user:password@]host[:port][/db]`, `rediss://` with TLS, `unix:///path/to/socket`, Sentinels as in
 * `sentinel-address.ts`, or a cluster as in `cluster-address.ts`.
 *
 * @param replicas how many replicas must have what must last. Behind Sentinel and in a cluster one, since there a primary
 *   is replaced
 */
export const redisAddress = (url: string, replicas?: number): RedisAddress => {
  if (isClusterUrl(url) || isSentinelUrl(url)) {
    const address = isClusterUrl(url) ? clusterAddress(url) : sentinelAddress(url)
    const form = isClusterUrl(url) ? CLUSTER_FORM : `${SENTINEL_FORM}${sentinelFault(url)}`
    if (!address) throw new BadRedis(`REDIS_URL must look like ${form}.`)
    if (replicas === 0)
      throw new BadRedis('REDIS_REPLICAS is 0, and a failover there would forget payments. Leave it out.')
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

/**
 * Connects and waits until commands are accepted. Commands that are issued in one turn of the event loop are sent as
 * one write. Where replicas are waited for a second connection goes with it (`lasting.ts`).
 */
export const connectRedis = async (address: RedisAddress, patience: Patience): Promise<Redis> => {
  const redis = await connected(address, { ...OF_ONE_SERVER[patience], enableAutoPipelining: true })
  if (!address.replicas) return redis
  const own = await connected(address, { ...OF_ONE_SERVER[patience], ...FOR_LASTING }).catch((problem: unknown) => {
    redis.disconnect()
    throw problem
  })
  redis.once('end', () => own.disconnect())
  const place = onePrimary(redis, own, () => addressed(address))
  waitWith(redis, lastingOnOne(redis, { own, place, wanted: address.replicas, isPatient: patience === 'waits' }))
  await place.known()
  return redis
}

/** Which server the address leads to now, over a connection that is made for the question alone. */
const addressed = async (address: RedisAddress): Promise<string | null> => {
  const redis = await connected(address, { ...OF_ONE_SERVER.fails_fast, ...FOR_LASTING })
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
  await readyWithin(
    redis,
    () =>
      new BadRedis(
        `Redis did not answer within 10 s at ${showAddress(address)}${why}. Is it running, and is REDIS_URL right?${address.sentinels ? ' Do the Sentinels know a primary by that name?' : ''}`,
      ),
  )
  await requireDatabase(redis, address)
  return redis
}

/** A database that is not there is refused, and the connection goes on with the first one, which may be that of somebody else. */
const requireDatabase = async (redis: Redis, { db = 0, ...address }: RedisAddress): Promise<void> => {
  if (db === 0) return
  const own = await redis.client('INFO').catch(() => '')
  if (!/ db=\d+ /.test(String(own)) || String(own).includes(` db=${db} `)) return
  redis.disconnect()
  throw new BadRedis(`There is no database ${db} at ${showAddress(address)}. Take another one, or raise "databases".`)
}

/** The address without its password. */
export const showAddress = ({ path, host, port, sentinels, name, nodes }: RedisAddress): string => {
  if (nodes) return `the cluster of ${nodes.map(showPlace).join()}`
  return sentinels ? `${name} of the Sentinels ${sentinels.map(showPlace).join()}` : (path ?? `${host}:${port}`)
}
