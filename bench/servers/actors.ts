import { consume } from '../../src/queues/consume.ts'
import { openScheduler, type Schedule } from '../../src/queues/scheduler.ts'
import { names } from '../../src/store/redis/names.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { percentile } from '../table.ts'
import { ready, settingsOf } from './process.ts'

/** A worker with many actors that do nothing, so that only scheduling is measured. */
export interface ActorsSettings {
  readonly redis: RedisAddress
  readonly actors: number
  readonly everyMs: number
}

export interface ActorsStats {
  readonly ticks: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const { redis, actors, everyMs } = settingsOf<ActorsSettings>()
const queues = { connection: redis, prefix: names.queuePrefix }
const schedules = Array.from({ length: actors }, (_, at): Schedule => ({
  actor: `bench/${at}`,
  lane: 'ticks',
  everyMs,
}))
const now = (): number => performance.timeOrigin + performance.now()

let late: number[] = []
consume(
  queues,
  'ticks',
  async ({ dueAt }) => void late.push(now() - dueAt),
  () => {},
)
await openScheduler(queues, () => {}).reconcile('ticks', schedules, Date.now())

/** Each report starts a new count. */
ready(0, (): ActorsStats => {
  const seen = late
  late = []
  return { ticks: seen.length, p50Ms: percentile(seen, 0.5), p99Ms: percentile(seen, 0.99) }
})
