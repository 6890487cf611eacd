import { registry } from '../../src/feeds/registry.ts'
import { DURATIONS } from '../../src/metrics/families.ts'
import { readMetricCell } from '../../src/metrics/meter.ts'
import { names } from '../../src/store/redis/names.ts'
import { agesAtDelivery } from '../age-at-delivery.ts'
import type { BenchRedis, Stats } from '../bed.ts'
import { type Group, until } from '../bench.ts'
import { openProduct, type Product } from '../product.ts'
import { redisAppended, redisChanges } from '../redis-info.ts'
import { type Figure, percentile } from '../table.ts'
import { lanePrefix } from '../../src/queues/connection.ts'

/** The cost of running without buyers: all actors at their own pace on one worker, all streams, and an idle server. */

/** Number of ticks by outcome, as the processes have counted them. */
type Counted = Readonly<Record<string, number>>

const counted = async ({ store }: BenchRedis): Promise<Counted> => {
  const { totals } = await store.totals.all()
  const sums: Record<string, number> = {}
  for (const [cell, value] of totals) {
    const { name, labels } = readMetricCell(cell)
    if (name === 'claros_ticks_total') sums[labels[1]!] = (sums[labels[1]!] ?? 0) + value
  }
  return sums
}

/** The durations of the lane of ticks by bound, milliseconds; `count`: all of them, also those above the last bound. */
const waited = async ({ store }: BenchRedis): Promise<ReadonlyMap<number | 'count', number>> => {
  const { totals } = await store.totals.all()
  return new Map(
    [...totals].flatMap(([cell, value]): readonly (readonly [number | 'count', number])[] => {
      const { name, part, labels } = readMetricCell(cell)
      const isMeant = name === 'claros_lane_wait_seconds' && labels[0] === 'ticks'
      return isMeant && part !== 'sum' && part !== 'value' ? [[part, value]] : []
    }),
  )
}

type Waited = Awaited<ReturnType<typeof waited>>

/** The bound below which this share of the ticks between two counts was late. */
const latenessBound = (from: Waited, to: Waited, share: number): number => {
  const grown = (part: number | 'count') => (to.get(part) ?? 0) - (from.get(part) ?? 0)
  let within = 0
  const bound = DURATIONS.claros_lane_wait_seconds.bounds.find(
    (each) => (within += grown(each)) >= share * grown('count'),
  )
  return bound ?? Number.POSITIVE_INFINITY
}

/** How many items have goods. */
const withGoods = async ({ redis }: Product): Promise<number> =>
  (await redis.store.snapshots.versionsOf(registry.items.map(({ actor }) => actor))).filter(
    (version) => version !== null,
  ).length

const sumOf = (outcomes: Counted): number => Object.values(outcomes).reduce((sum, each) => sum + each, 0)

/**
 * One measurement. Workers report every few seconds, so it is taken right after a report: then counts and time agree.
 */
const measure = async ({ redis, worker, server, sandbox }: Product) => {
  const before = sumOf(await counted(redis))
  await until('a report of the worker', async () => sumOf(await counted(redis)) > before)
  return {
    at: performance.now(),
    ticks: await counted(redis),
    worker: await worker.stats(),
    server: await server.stats(),
    sandbox: await sandbox.stats(),
    redisMs: await redis.cpuMs(),
    waited: await waited(redis),
    changes: await redisChanges(redis.redis),
    appended: await redisAppended(redis.redis),
  }
}

/** Resident memory, as Redis itself reports it. */
const redisRss = async ({ redis }: BenchRedis): Promise<number> =>
  Number(/^used_memory_rss:(\d+)/m.exec(await redis.info('memory'))?.[1])

const MEBI = 2 ** 20

/** Within this time of a start everything that needs no past should have goods. */
const START_MS = 60_000

export const everything: Group = async ({ bed, quick, say }) => {
  say('everything: starting')
  const product = await openProduct(bed, { workerAt: 'apart' })
  const { redis } = product
  // After the second of these times every actor has run, and the code is compiled.
  await Bun.sleep(START_MS)
  const goods = await withGoods(product)
  await Bun.sleep(quick ? 0 : 30_000)
  const schedules = await redis.redis.zcard(`${lanePrefix(names.queuePrefix, 'ticks')}:ticks:repeat`)
  say(`everything: ${schedules} schedules, for ${quick ? 20 : 60} seconds`)
  const from = await measure(product)
  await Bun.sleep(quick ? 20_000 : 60_000)
  const to = await measure(product)
  const rss = await redisRss(redis)
  const used = await redis.memoryBytes()
  const sellable = await withGoods(product)
  const reads = quick ? 60 : 500
  say(`everything: ${reads} reads of BTC/USD`)
  const ages = await agesAtDelivery(product, reads)
  await product.stop()

  const wallMs = to.at - from.at
  const share = (ms: number, note?: string) => ({
    value: (ms / wallMs) * 100,
    unit: '% of a core',
    ...(note && { note }),
  })
  const process = (who: string, first: Stats, last: Stats, note?: string): readonly Figure[] => [
    { name: `everything: CPU of the ${who}`, ...share(last.cpuMs - first.cpuMs, note) },
    { name: `everything: RSS of the ${who}`, value: last.rss / MEBI, unit: 'MiB' },
  ]
  const outcomes = Object.entries(to.ticks)
    .map(([outcome, number]) => `${outcome} ${number - (from.ticks[outcome] ?? 0)}`)
    .join(', ')
  return {
    figures: [
      {
        name: 'everything: schedules',
        value: schedules,
        unit: 'actors',
        note: `${registry.boards.length} boards, ${registry.items.length} items, of which ${sellable} have published; and ${registry.streams.length} streams`,
      },
      {
        name: 'everything: ticks',
        value: ((sumOf(to.ticks) - sumOf(from.ticks)) / wallMs) * 1000,
        unit: 'a second',
        note: `${outcomes}, within ${(wallMs / 1000).toFixed(0)} s`,
      },
      {
        name: `everything: items with goods ${START_MS / 1_000} s after the start`,
        value: goods,
        unit: 'items',
        note: `of ${registry.items.length}; ${sellable} at the end. What compares with hours ago needs a past`,
      },
      ...[0.5, 0.99].map((part) => ({
        name: `everything: lateness of ticks, p${part * 100}, at most`,
        value: latenessBound(from.waited, to.waited, part),
        unit: 'ms',
      })),
      { name: 'everything: changes of Redis', value: ((to.changes - from.changes) / wallMs) * 1_000, unit: 'a second' },
      {
        name: 'everything: appended to its file',
        value: ((to.appended - from.appended) / wallMs) * (1_000 / 1_024),
        unit: 'KiB a second',
      },
      ...process('worker', from.worker, to.worker),
      ...process('server', from.server, to.server, 'nobody asks'),
      { name: 'everything: CPU of Redis', ...share(to.redisMs - from.redisMs, 'every write synced') },
      { name: 'everything: RSS of Redis', value: rss / MEBI, unit: 'MiB' },
      { name: 'everything: memory that Redis uses', value: used / MEBI, unit: 'MiB' },
      {
        name: 'everything: CPU of the simulated world',
        ...share(to.sandbox.cpuMs - from.sandbox.cpuMs, 'beside Redis'),
      },
      ...[0.5, 0.99].map((part) => ({
        name: `everything: age of BTC/USD at delivery, oldest used vote, p${part * 100}`,
        value: percentile(ages, part),
        unit: 's',
        note: `${reads} paid reads L402`,
      })),
    ],
  }
}
