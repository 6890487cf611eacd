import { registry } from '../../src/feeds/registry.ts'
import { readMetricCell } from '../../src/metrics/meter.ts'
import { names } from '../../src/store/redis/names.ts'
import { agesAtDelivery } from '../age-at-delivery.ts'
import type { BenchRedis, Stats } from '../bed.ts'
import { type Group, until } from '../bench.ts'
import { openProduct, type Product } from '../product.ts'
import { type Figure, percentile } from '../table.ts'

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
  }
}

/** Resident memory, as Redis itself reports it. */
const redisRss = async ({ redis }: BenchRedis): Promise<number> =>
  Number(/^used_memory_rss:(\d+)/m.exec(await redis.info('memory'))?.[1])

const MEBI = 2 ** 20

export const everything: Group = async ({ bed, quick, say }) => {
  say('everything: starting')
  const product = await openProduct(bed, { workerAt: 'apart' })
  const { redis } = product
  // After this time every actor has run, and the code is compiled.
  await Bun.sleep(quick ? 20_000 : 90_000)
  const schedules = await redis.redis.zcard(`${names.queuePrefix}:ticks:repeat`)
  say(`everything: ${schedules} schedules, for ${quick ? 20 : 60} seconds`)
  const from = await measure(product)
  await Bun.sleep(quick ? 20_000 : 60_000)
  const to = await measure(product)
  const rss = await redisRss(redis)
  const used = await redis.memoryBytes()
  const sellable = (await redis.store.snapshots.versionsOf(registry.items.map(({ actor }) => actor))).filter(
    (version) => version !== null,
  ).length
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
