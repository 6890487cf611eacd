import type { BenchRedis } from '../bed.ts'
import type { Group } from '../bench.ts'
import { letPass, SALES, sellMany, type SellOne, type WayToSell } from '../sales.ts'
import type { SellingSettings, Sold } from '../servers/selling.ts'
import { atLeast, atMost, type Figure, median, type Verdict } from '../table.ts'

/**
 * What a sale costs Redis: CPU time, and memory ten minutes later. No bookkeeper runs, since its work depends on shards
 * and seconds and not on sales. The postings that it would move are removed here.
 */

const IN_FLIGHT = 64
const LATER_MS = 600_000
/** Redis gets this long to write everything to the append-only file. */
const SETTLE_MS = 1_500
const BYTES_AT_MOST = 350

const WAYS = [
  ['L402, the earlier script', 'earlier'],
  ['L402, as it is', 'l402'],
  ['x402, as it is', 'x402'],
] as const satisfies readonly (readonly [string, WayToSell])[]

const bytesOf = async (redis: BenchRedis, sell: SellOne, count: number) => {
  const before = await redis.memoryBytes()
  await sellMany(sell, count, IN_FLIGHT)
  await Bun.sleep(SETTLE_MS)
  const atOnce = ((await redis.memoryBytes()) - before) / count
  await letPass(redis, LATER_MS)
  return { atOnce, later: ((await redis.memoryBytes()) - before) / count }
}

export const claims: Group = async ({ bed, quick, say }) => {
  const turns = quick ? 3 : 7
  const spent: number[][] = WAYS.map(() => [])
  const redises = await Promise.all(WAYS.map(() => bed.redis('everysec')))
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'claims: warming up' : `claims: round ${turn} of ${turns}`)
    for (const [at, [, way]] of WAYS.entries()) {
      const redis = redises[at]!.address
      const settings: SellingSettings = { redis, way, count: quick ? 10_000 : 30_000, inFlight: IN_FLIGHT }
      const { redisMicros } = await bed.run<Sold>('selling', settings)
      if (turn > 0) spent[at]!.push(redisMicros)
    }
  }
  const figures: Figure[] = WAYS.map(([name], at) => ({
    name: `Redis CPU of a sale, ${name}`,
    value: median(spent[at]!),
    unit: 'µs',
    note: `${IN_FLIGHT} in flight`,
  }))

  const count = quick ? 20_000 : 100_000
  const verdicts: Verdict[] = []
  for (const [name, way] of WAYS) {
    say(`claims: bytes of ${count} sales, ${name}`)
    const redis = await bed.redis('everysec')
    const { atOnce, later } = await bytesOf(redis, SALES[way](redis), count)
    figures.push({ name: `Redis bytes of a sale just made, ${name}`, value: atOnce, unit: 'B', note: 'postings too' })
    if (way === 'earlier') figures.push({ name: `Redis bytes of a sale, ${name}`, value: later, unit: 'B' })
    else verdicts.push(atMost(`Redis bytes of a sale after ten minutes, ${name}`, later, BYTES_AT_MOST))
  }
  const ratios = spent[0]!.map((earlier, turn) => earlier / spent[1]![turn]!)
  return {
    figures,
    verdicts: [
      atLeast('sales over Lightning per Redis CPU, as it is / the earlier script', median(ratios), 2.5),
      ...verdicts,
    ],
  }
}
