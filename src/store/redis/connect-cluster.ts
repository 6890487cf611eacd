import { Cluster, type ClusterOptions, Redis, type RedisOptions } from 'ioredis'
import { lastingOnCluster } from './lasting-on-cluster.ts'
import { waitWith } from './lasting.ts'
import type { RedisPlace } from './places.ts'
import { FOR_LASTING, REDIS_LIMITS, type Patience, retryStrategy } from './patience.ts'
import { readyWithin } from './ready-within.ts'
import { BadRedis, type RedisAddress, showAddress } from './redis.ts'
import { watchCluster } from './watch-cluster.ts'

type OwnOptions = Omit<ClusterOptions, 'redisOptions'>

/**
 * Whose command reached a server that went away may have been executed. A server of ours gets an error and sends none of
 * them again by itself: it would take its own change for that of another process. Commands of workers may be repeated.
 * What a server refuses because another one serves it is always sent there.
 */
const FAILS_FAST: OwnOptions = {
  enableOfflineQueue: false,
  retryDelayOnFailover: 0,
  retryDelayOnClusterDown: 0,
  maxRedirections: 4,
}
const OPTIONS: Readonly<Record<Patience, OwnOptions>> = {
  fails_fast: FAILS_FAST,
  takes_time: FAILS_FAST,
  waits: { enableOfflineQueue: true, retryDelayOnFailover: 200, retryDelayOnClusterDown: 200, maxRedirections: 1_000 },
}

/** A server that is gone is asked no longer than this who serves what, and after this pause the next one. */
const REFRESH_MS = 1_000
/** Of which there are many, and each opens a connection to ask. Whoever says that a slot has moved is believed at once. */
const QUEUES_REFRESH_MS = 5_000
const CONNECT_MS = 2_000

const login = ({ username, password, tls, connectionName }: RedisAddress): RedisOptions => ({
  ...(username && { username }),
  ...(password && { password }),
  ...(tls && { tls }),
  ...(connectionName !== undefined && { connectionName }),
})

/** @param more for each connection to a server */
const newCluster = (address: RedisAddress, own: OwnOptions, more: RedisOptions): Cluster => {
  const options = {
    scaleReads: 'master',
    slotsRefreshInterval: REFRESH_MS,
    slotsRefreshTimeout: REFRESH_MS,
    // Where a slot moves, some commands of one pipeline are refused and others are not: then nobody would follow them.
    enableAutoPipelining: false,
    ...own,
    clusterRetryStrategy: retryStrategy,
    lazyConnect: true,
    // The name, not what it resolves to, stands in the certificate.
    dnsLookup: (host: string, done: (problem: null, name: string) => void) => done(null, host),
    redisOptions: { ...login(address), ...more, connectTimeout: CONNECT_MS, replyMapping: 'legacy' },
  } as const
  const cluster = new Cluster([...address.nodes!], options)
  cluster.on('error', () => {})
  return watchCluster(cluster)
}

/** As `connectRedis`, for an address with `nodes`. */
export const connectCluster = async (address: RedisAddress, patience: Patience): Promise<Cluster> => {
  const each = REDIS_LIMITS[patience]
  const cluster = newCluster(address, OPTIONS[patience], each)
  await readyWithin(
    cluster,
    () =>
      new BadRedis(
        `No server answered within 10 s at ${showAddress(address)}, or the cluster is down. Is REDIS_URL right, and does "redis-cli cluster info" say cluster_state:ok?`,
      ),
  )
  // Who is asked while it is being connected refuses: a server of ours begins with connections to all.
  await Promise.allSettled(cluster.nodes('master').map((each) => each.ping()))
  if (!address.replicas) return cluster
  const connect = (place: RedisPlace): Redis => {
    const own = new Redis({
      ...place,
      ...login(address),
      ...each,
      ...FOR_LASTING,
      connectTimeout: CONNECT_MS,
      retryStrategy,
      replyMapping: 'legacy',
    } as RedisOptions & { replyMapping: 'legacy' })
    own.on('error', () => {})
    return own
  }
  const lines = lastingOnCluster(cluster, connect, address.replicas, patience === 'waits')
  waitWith(cluster, lines)
  await Promise.race([lines.ready(), Bun.sleep(CONNECT_MS)])
  return cluster
}

/**
 * A client for one part of BullMQ, which makes copies of it. It is connected when it is used.
 *
 * @param more for each connection to a server
 */
export const clusterForQueues = (address: RedisAddress, patience: Patience, more: object): Cluster =>
  newCluster(address, { ...OPTIONS[patience], enableOfflineQueue: true, slotsRefreshInterval: QUEUES_REFRESH_MS }, more)
