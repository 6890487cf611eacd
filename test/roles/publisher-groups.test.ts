import { afterAll, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import { createKeys } from '../../src/actors/publisher/keys.ts'
import { readConfig, WorkerConfig } from '../../src/config.ts'
import { registry } from '../../src/feeds/registry.ts'
import { createTally } from '../../src/metrics/meter.ts'
import { lanePrefix } from '../../src/queues/connection.ts'
import { startPublisher } from '../../src/roles/publisher.ts'
import { redisAddress } from '../../src/store/redis/redis.ts'
import { systemClock } from '../../src/system/clock.ts'
import { systemRandom } from '../../src/system/random.ts'
import { deafBeats } from '../support/heard-beats.ts'
import { fileRedis } from '../support/redis.ts'
import { keptLog } from '../support/still.ts'
import { testFolder } from '../support/test-folder.ts'
import { until } from '../support/until.ts'

/** The publisher as a worker starts it, with every item in a group. */

const stack = await fileRedis()
const { folder, remove } = testFolder()
createKeys(folder, systemRandom)
afterAll(remove)

test('starts the first ticks of items together, and counts runs', async () => {
  const queues = { connection: redisAddress(stack.url), prefix: 'grouped' }
  const config = readConfig(WorkerConfig, {
    KEYS_DIR: folder,
    UPSTREAM_ORIGIN: 'http://127.0.0.1:9',
    SOURCES_RIGHTS: 'all',
    TICKS_GROUPED_ABOVE: '0',
    CADENCES: 'price/spot=1',
  })
  const meter = createTally()
  const place = {
    store: stack.store,
    queues,
    clock: systemClock,
    log: keptLog(),
    meter,
    beats: deafBeats,
    onQueueError: () => {},
  }
  const watch = { fault: () => null, onTurn: () => {}, close: () => {} }
  const role = await startPublisher(config, place, watch)
  /** How many jobs came that are of no schedule: those have names, and these have numbers. */
  const outOfTurn = async (lane: string) => {
    const queue = new Queue(lane, { ...queues, prefix: lanePrefix(queues.prefix, lane) })
    const told = await stack.redis.xrange(queue.toKey('events'), '-', '+')
    await queue.close()
    return told.filter(([, [, event, , job]]) => event === 'added' && /^[0-9]+$/.test(job ?? '')).length
  }
  expect(await outOfTurn('groups')).toBeGreaterThan(1)
  // Those of boards, and of no item.
  expect(await outOfTurn('ticks')).toBeWithin(1, registry.boards.length + 1)
  await until('a run is counted', () =>
    [...meter.take().keys()].some((cell) => cell.includes('claros_group_runs_total')),
  )
  await role.close(2_000)
}, 60_000)
