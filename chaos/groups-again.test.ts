import { expect, test } from 'bun:test'
import { lanePrefix } from '../src/queues/connection.ts'
import { consume } from '../src/queues/consume.ts'
import { SOONEST_AGAIN_MS } from '../src/queues/crash.ts'
import { openScheduler } from '../src/queues/scheduler.ts'
import { redisAddress } from '../src/store/redis/redis.ts'
import { systemClock } from '../src/system/clock.ts'
import { freshRedis } from '../test/support/redis.ts'
import { until } from '../test/support/until.ts'

/** When the job of a dead worker runs again, at the soonest: leases that it held must have ended. Takes ten seconds. */

const redis = await freshRedis()
const ADDRESS = { connection: redisAddress(redis.url), prefix: 'again' }
const LOCKS = `${lanePrefix(ADDRESS.prefix, 'groups')}:groups:*:lock`
const ignore = () => {}

test('the lock of a running job always has that time left, whenever the job began', async () => {
  const end = Promise.withResolvers<void>()
  const worker = consume(ADDRESS, 'groups', () => end.promise, ignore)
  const scheduler = openScheduler(ADDRESS, ignore)
  const left: number[] = []
  const look = async () => {
    for (const lock of await redis.redis.keys(LOCKS)) left.push(await redis.redis.pttl(lock))
  }
  for (let job = 0; job < 30; job++) {
    await scheduler.onceTogether({ actor: `g${job}`, lane: 'groups', everyMs: 3_600_000, members: ['a'] }, 0)
    await systemClock.sleep(100)
    await look()
  }
  const before = systemClock.now()
  await until('locks have been renewed', async () => {
    await look()
    return systemClock.now() > before + 6_000
  })
  expect(left.length).toBeGreaterThan(1_000)
  // Timers of a busy machine are a little late; leases leave them a fifth of it.
  expect(Math.min(...left)).toBeGreaterThan(SOONEST_AGAIN_MS * 0.9)
  end.resolve()
  await worker.close(2_000)
  await scheduler.close()
}, 60_000)
