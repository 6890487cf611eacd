import type { Redis } from 'ioredis'
import { registry } from '../../src/feeds/registry.ts'
import type { BenchRedis } from '../bed.ts'
import { type Group, until } from '../bench.ts'
import { redisAppended, redisField } from '../redis-info.ts'
import { SALES, sellMany } from '../sales.ts'
import { signBatch } from '../sign-editions.ts'
import type { SellingSettings, Sold } from '../servers/selling.ts'
import { type Figure, percentile } from '../table.ts'

/** What sales and ticks append to the file of Redis, and what it costs to write that file anew. */

const IN_FLIGHT = 64
const WAYS = ['l402', 'x402'] as const

const price = registry.items.filter(({ feed }) => feed.id === 'price/spot').slice(0, 1)

/** Bytes by which the file grows. */
const appendedBy = async ({ redis }: BenchRedis, act: () => Promise<unknown>): Promise<number> => {
  const before = await redisAppended(redis)
  await act()
  return (await redisAppended(redis)) - before
}

const childCpuMs = async (redis: Redis): Promise<number> =>
  1_000 *
  ((await redisField(redis, 'cpu', 'used_cpu_user_children')) +
    (await redisField(redis, 'cpu', 'used_cpu_sys_children')))

/** How long each of these sales took, for as long as `goesOn` says. */
const sellMeanwhile = async (redis: BenchRedis, goesOn: () => Promise<boolean>): Promise<readonly number[]> => {
  const took: number[] = []
  const sell = SALES.l402(redis)
  const timed = async (): Promise<void> => {
    const from = performance.now()
    await sell()
    took.push(performance.now() - from)
  }
  while (await goesOn()) await sellMany(timed, 500, 8)
  return took
}

const rewriting = async (redis: BenchRedis, count: number): Promise<readonly Figure[]> => {
  const { redis: hand } = redis
  await sellMany(SALES.l402(redis), count, IN_FLIGHT)
  const size = await redisAppended(hand)
  let turns = 0
  const usual = await sellMeanwhile(redis, async () => turns++ < 20)
  const cpu = await childCpuMs(hand)
  const from = performance.now()
  await hand.bgrewriteaof()
  const isRewritten = async (): Promise<boolean> =>
    (await redisField(hand, 'persistence', 'aof_rewrite_in_progress')) === 0
  const meanwhile = await sellMeanwhile(redis, async () => !(await isRewritten()))
  await until('the file is written anew', isRewritten)
  const ms = performance.now() - from
  const p99 = (times: readonly number[]): string => `${percentile(times, 0.99).toFixed(1)} ms`
  return [
    {
      name: `writing the file of ${count.toLocaleString('en')} sales anew`,
      value: ms,
      unit: 'ms',
      note: `${((await childCpuMs(hand)) - cpu).toFixed(0)} ms of CPU, from ${(size / 2 ** 20).toFixed(1)} to ${((await redisField(hand, 'persistence', 'aof_base_size')) / 2 ** 20).toFixed(1)} MiB, ${((await redisField(hand, 'persistence', 'aof_last_cow_size')) / 2 ** 20).toFixed(1)} MiB copied on write`,
    },
    {
      name: 'p99 of a sale meanwhile',
      value: percentile(meanwhile, 0.99),
      unit: 'ms',
      note: `${meanwhile.length} sales, 8 at once; before it ${p99(usual)}`,
    },
  ]
}

export const disk: Group = async ({ bed, quick, say }) => {
  const redis = await bed.redis('everysec')
  const figures: Figure[] = []
  for (const way of WAYS) {
    say(`disk: sales, ${way}`)
    const settings = { redis: redis.address, way, count: quick ? 5_000 : 20_000, inFlight: IN_FLIGHT }
    const { appendedBytes } = await bed.run<Sold>('selling', settings satisfies SellingSettings)
    figures.push({ name: `appended for a sale, ${way}`, value: appendedBytes, unit: 'B' })
  }
  say('disk: ticks')
  for (const copies of [1, 100]) {
    const ticks = quick ? 3 : 10
    let bytes = 0
    for (let tick = 0; tick < ticks; tick++) {
      bytes += await appendedBy(redis, () => signBatch([redis.store.snapshots], price, 'l402', copies))
      await Bun.sleep(1_000)
    }
    figures.push({
      name: `appended for a tick of ${price[0]!.actor} with ${copies} or more editions over Lightning`,
      value: bytes / ticks,
      unit: 'B',
    })
  }
  say('disk: writing the file anew')
  figures.push(...(await rewriting(redis, quick ? 50_000 : 500_000)))
  return { figures }
}
