import { afterAll, beforeAll, expect, test } from 'bun:test'
import { Queue } from 'bullmq'
import type { Redis } from 'ioredis'
import { registry } from '../src/feeds/registry.ts'
import { lanePrefix } from '../src/queues/connection.ts'
import { names } from '../src/store/redis/names.ts'
import { connectRedis, redisAddress } from '../src/store/redis/redis.ts'
import { startTestStack, type TestStack } from '../test/support/stack.ts'
import { orNothing, until } from '../test/support/until.ts'

/** The whole product with every item in a group, and workers killed in the middle of their runs. Takes three minutes. */

const PERIOD_MS = 2_000
const SPOT = registry.items.filter(({ feed }) => feed.id === 'price/spot').map(({ actor }) => actor)
const ITEMS = [...registry.items, ...registry.internal].map(({ actor }) => actor)

let stack: TestStack
let redis: Redis
let lanes: Record<'ticks' | 'groups', Queue>

beforeAll(async () => {
  const env = { TICKS_GROUPED_ABOVE: '0', CADENCES: `price/spot=${PERIOD_MS / 1000}` }
  stack = await startTestStack({ workers: 2, env })
  redis = await connectRedis(redisAddress(stack.redisUrl), 'waits')
  const laneOf = (lane: string) =>
    new Queue(lane, {
      connection: redisAddress(stack.redisUrl) as object,
      prefix: lanePrefix(names.queuePrefix, lane),
    })
  lanes = { ticks: laneOf('ticks'), groups: laneOf('groups') }
}, 120_000)

afterAll(async () => {
  await Promise.all(Object.values(lanes).map((each) => each.close()))
  redis.disconnect()
  await stack.stop()
}, 120_000)

/** Every item that a schedule ticks, as often as it is ticked. */
const scheduled = async (): Promise<readonly string[]> => {
  const all = await Promise.all(Object.values(lanes).map((each) => each.getJobSchedulers(0, -1, true)))
  const items = new Set(ITEMS)
  return all
    .flat()
    .flatMap(({ key, template }) => {
      const { wish } = template!.data as { readonly wish: { readonly actors?: readonly string[] } }
      return wish.actors ?? [key]
    })
    .filter((actor) => items.has(actor))
    .toSorted()
}

const versions = async () => (await redis.mget(SPOT.map(names.version))).map(Number)

test('workers die in the middle of groups: every item ticks again, by one schedule each', async () => {
  const before = await scheduled()
  expect(before.length).toBeGreaterThan(SPOT.length)
  expect(new Set(before).size).toBe(before.length)
  const workers = stack.children.filter(({ name }) => name.startsWith('worker-'))
  for (let round = 0; round < 3; round++) {
    await until(
      'a group that runs',
      orNothing(async () => (await lanes.groups.getActiveCount()) > 0),
    )
    for (const { pid } of workers) process.kill(pid, 'SIGKILL')
    const killedAt = Math.floor(Date.now() / 1000)
    await until('every price is newer', async () => (await versions()).every((version) => version > killedAt))
    await until('and once more', async () =>
      (await versions()).every((version) => version > killedAt + PERIOD_MS / 1000),
    )
  }
  expect(await scheduled()).toEqual(before)
  await until('no run of the dead is left', async () => (await lanes.groups.getActiveCount()) < 3)
  expect(await redis.keys(names.runningTicks('*'))).toSatisfy((left: readonly string[]) => left.length < 5)
}, 300_000)
