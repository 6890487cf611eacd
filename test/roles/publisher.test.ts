import { expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import type { ClockWatch } from '../../src/actors/clock-watch.ts'
import { createKeys } from '../../src/actors/publisher/keys.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { startPublisher } from '../../src/roles/publisher.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { testFolder } from '../support/test-folder.ts'
import { fileRedis } from '../support/redis.ts'
import { keptLog } from '../support/still.ts'

/** The publisher as a worker starts it, of whose clock the test says whether it is right. */

const stack = await fileRedis()

const turnable = () => {
  const hearers: ((isRight: boolean) => void)[] = []
  let fault: string | null = 'a day ahead'
  const watch: ClockWatch = { fault: () => fault, onTurn: (hear) => void hearers.push(hear), close: () => {} }
  const turn = (to: string | null): void => {
    fault = to
    for (const hear of hearers) hear(to === null)
  }
  return { watch, turn }
}

test('with a wrong clock it leaves nothing behind, neither timetable nor notice; it begins when the clock is right, and ends again', async () => {
  const { folder, remove } = testFolder()
  createKeys(folder, systemRandom)
  // Providers answer at once that they have nothing.
  const providers = Bun.serve({ port: 0, fetch: () => new Response('', { status: 404 }) })
  const { watch, turn } = turnable()
  const queues = { connection: redisAddress(stack.url), prefix: '{publisher}' }
  const config = readConfig(WorkerConfig, { KEYS_DIR: folder, UPSTREAM_ORIGIN: providers.url.origin })
  const meter = createTally()
  const place = { store: stack.store, queues, clock: systemClock, log: keptLog(), meter, onQueueError: () => {} }
  const role = await startPublisher(config, place, watch)
  const ticks = new Queue('ticks', queues)
  const ran = () => [...meter.take().keys()].filter((cell) => cell.includes('claros_ticks_total')).length
  const timetable = () => ticks.getJobSchedulers(0, -1, true)

  await ticks.add('tick', { actor: registry.boards[0]!.id, wish: {} })
  await Bun.sleep(500)
  expect(await timetable()).toEqual([])
  expect(await ticks.getWaitingCount()).toBe(1)
  expect(ran()).toBe(0)
  expect(await stack.redis.keys('claros:*notice*')).toEqual([])

  turn(null)
  while ((await timetable()).length < registry.boards.length) await Bun.sleep(20)
  while ((await ticks.getWaitingCount()) > 0 || ran() === 0) await Bun.sleep(20)

  turn('a day ahead')
  while ((await ticks.getActiveCount()) > 0) await Bun.sleep(20)
  const before = (await ticks.getCompletedCount()) + (await ticks.getFailedCount())
  await ticks.add('tick', { actor: registry.boards[0]!.id, wish: {} }, { jobId: 'left' })
  await Bun.sleep(1_000)
  // One may have been on its way to us: it was declined.
  expect((await ticks.getCompletedCount()) + (await ticks.getFailedCount())).toBeLessThanOrEqual(before + 1)
  turn(null)
  while ((await ticks.getJobState('left')) === 'waiting') await Bun.sleep(20)

  await role.close(2_000)
  await ticks.close()
  await providers.stop(true)
  remove()
}, 120_000)
