import { groupsOf } from '../../src/actors/publisher/grouping.ts'
import { createGroupRunner } from '../../src/actors/publisher/run-group.ts'
import { consume } from '../../src/queues/consume.ts'
import { openScheduler } from '../../src/queues/scheduler.ts'
import type { Schedule } from '../../src/queues/schedules.ts'
import { names } from '../../src/store/redis/names.ts'
import type { RedisAddress } from '../../src/store/redis/redis.ts'
import { openStore } from '../../src/store/store.ts'
import { systemClock } from '../../src/system/clock.ts'
import { silent } from '../silent.ts'
import { percentile } from '../table.ts'
import { ready, settingsOf } from './process.ts'

/** A worker with many actors that do nothing, so that only scheduling is measured. */
export interface ActorsSettings {
  readonly redis: RedisAddress
  readonly actors: number
  readonly everyMs: number
  /** A schedule for each, or one for each group. */
  readonly form: 'alone' | 'groups'
}

export interface ActorsStats {
  readonly schedules: number
  readonly ticks: number
  readonly p50Ms: number
  readonly p99Ms: number
}

const { redis, actors, everyMs, form } = settingsOf<ActorsSettings>()
const queues = { connection: redis, prefix: names.queuePrefix }
const ids = Array.from({ length: actors }, (_, at) => `bench/${at}`)
const schedules =
  form === 'alone'
    ? ids.map((actor): Schedule => ({ actor, lane: 'ticks', everyMs }))
    : [...groupsOf(ids)].map(([bits, members]): Schedule => ({
        actor: `group/b${bits}`,
        lane: 'groups',
        everyMs,
        members,
      }))
const now = (): number => performance.timeOrigin + performance.now()
const ignore = () => {}

let late: number[] = []
const tick = async ({ dueAt }: { readonly dueAt: number }) => {
  late.push(now() - dueAt)
  return { kind: 'published' } as const
}
const { running } = await openStore(redis, 'waits', systemClock)
const groups = createGroupRunner({
  running,
  clock: systemClock,
  log: silent,
  holder: 'one',
  tick,
  leaveOut: tick,
  count: ignore,
})
consume(queues, 'ticks', tick, ignore)
consume(queues, 'groups', groups.run, ignore)
await openScheduler(queues, ignore).reconcile(['ticks', 'groups'], schedules, Date.now())

/** Each report starts a new count. */
ready(0, (): ActorsStats => {
  const seen = late
  late = []
  return {
    schedules: schedules.length,
    ticks: seen.length,
    p50Ms: percentile(seen, 0.5),
    p99Ms: percentile(seen, 0.99),
  }
})
