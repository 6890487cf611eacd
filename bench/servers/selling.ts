import { connectRedis, type RedisAddress } from '../../src/store/redis/redis.ts'
import { storeOn } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { redisCpuMs } from '../redis-info.ts'
import { SALES, sellMany, type WayToSell } from '../sales.ts'
import { settingsOf } from './process.ts'

/** Makes sales on another core than that of Redis, as servers do, and reports what one sale cost Redis. */
export interface SellingSettings {
  readonly redis: RedisAddress
  readonly way: WayToSell
  readonly count: number
  readonly inFlight: number
}

export interface Sold {
  /** CPU time of Redis for one sale, microseconds. */
  readonly redisMicros: number
}

const settings = settingsOf<SellingSettings>()
const { count, inFlight } = settings
const redis = await connectRedis(settings.redis, 'waits')
const sell = SALES[settings.way]({ redis, store: storeOn(redis, systemClock) })

await sellMany(sell, count / 10, inFlight)
const before = await redisCpuMs(redis)
await sellMany(sell, count, inFlight)
const sold: Sold = { redisMicros: (((await redisCpuMs(redis)) - before) * 1000) / count }
process.stdout.write(`${JSON.stringify(sold)}\n`)
process.exit(0)
