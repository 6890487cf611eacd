import { Redis } from 'ioredis'
import { connectStore } from '../../src/store/redis/connect-store.ts'
import type { RedisPlace } from '../../src/store/redis/places.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { redisAppended, redisCpuMs } from '../redis-info.ts'
import { SALES, sellMany, type WayToSell } from '../sales.ts'
import { percentile } from '../table.ts'
import { settingsOf } from './process.ts'

/** Makes sales on another core than that of Redis, as servers do, and reports what one sale cost Redis. */
export interface SellingSettings {
  readonly redis: RedisAddress
  readonly way: WayToSell
  readonly count: number
  readonly inFlight: number
  /** Whose CPU time is counted; when absent, that of the only Redis. */
  readonly primaries?: readonly RedisPlace[]
  readonly replicas?: readonly RedisPlace[]
}

export interface Sold {
  /** CPU time of all primaries for one sale, microseconds. */
  readonly redisMicros: number
  readonly replicaMicros: number
  /** Of this process. */
  readonly ownMicros: number
  /** By which the append-only files of the primaries grew for one sale. */
  readonly appendedBytes: number
  readonly perSecond: number
  /** How long a sale took. */
  readonly p50Ms: number
  readonly p99Ms: number
}

const settings = settingsOf<SellingSettings>()
const { count, inFlight } = settings
const redis = await connectStore(settings.redis, 'waits')
const at = (places: readonly RedisPlace[]): readonly Redis[] =>
  places.map((place) => new Redis({ ...place, replyMapping: 'legacy' }))
const primaries = settings.primaries ? at(settings.primaries) : 'nodes' in redis ? redis.nodes('master') : [redis]
const replicas = at(settings.replicas ?? [])
const sumOver = async (servers: readonly Redis[], ask: (server: Redis) => Promise<number>): Promise<number> =>
  (await Promise.all(servers.map(ask))).reduce((sum, each) => sum + each, 0)
const used = async () => ({
  redisMs: await sumOver(primaries, redisCpuMs),
  replicaMs: await sumOver(replicas, redisCpuMs),
  appended: await sumOver(primaries, redisAppended),
  own: process.cpuUsage(),
  atMs: performance.now(),
})

const warmUp = count / 10
const sell = await SALES[settings.way]({ redis, store: storeOn(redis, systemClock) }, count + warmUp)
const took: number[] = []
const timed = async (): Promise<void> => {
  const from = performance.now()
  await sell()
  took.push(performance.now() - from)
}

await sellMany(sell, warmUp, inFlight)
const before = await used()
await sellMany(timed, count, inFlight)
const after = await used()
const { user, system } = process.cpuUsage(before.own)
const sold: Sold = {
  redisMicros: ((after.redisMs - before.redisMs) * 1_000) / count,
  replicaMicros: ((after.replicaMs - before.replicaMs) * 1_000) / count,
  ownMicros: (user + system) / count,
  appendedBytes: (after.appended - before.appended) / count,
  perSecond: (count * 1_000) / (after.atMs - before.atMs),
  p50Ms: percentile(took, 0.5),
  p99Ms: percentile(took, 0.99),
}
process.stdout.write(`${JSON.stringify(sold)}\n`)
process.exit(0)
