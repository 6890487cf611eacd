import type { BenchRedis } from '../bed.ts'
import type { Group } from '../bench.ts'
import { letPass, SALES, sellMany, type SellOne, type WayToSell } from '../sales.ts'
import type { SellingSettings, Sold } from '../servers/selling.ts'
import { atLeast, atMost, type Figure, median, type Verdict } from '../table.ts'

/**
 * What a sale costs Redis and its server: CPU time of both, how long it takes, and memory ten minutes later. No bookkeeper
 * runs, since its work depends on shards and seconds and not on sales. The postings that it would move are removed here.
 */

const IN_FLIGHT = 64
const LATER_MS = 600_000
/** Redis gets this long to write everything to the append-only file. */
const SETTLE_MS = 1_500
const BYTES_AT_MOST = 350

const WAYS = [
  ['L402, the earlier script and its edition', 'earlier'],
  ['L402, out of a block', 'blocks'],
  ['L402, without its edition', 'l402'],
  ['x402, as it is', 'x402'],
] as const satisfies readonly (readonly [string, WayToSell])[]

const MEASURED = [
  ['Redis CPU', ({ redisMicros }: Sold) => redisMicros, 'µs'],
  ['CPU of the server', ({ ownMicros }: Sold) => ownMicros, 'µs'],
  ['p99', ({ p99Ms }: Sold) => p99Ms, 'ms'],
] as const

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
  const made: Sold[][] = WAYS.map(() => [])
  const redises = await Promise.all(WAYS.map(() => bed.redis('everysec')))
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'claims: warming up' : `claims: round ${turn} of ${turns}`)
    for (const [at, [, way]] of WAYS.entries()) {
      const redis = redises[at]!.address
      const settings: SellingSettings = { redis, way, count: quick ? 10_000 : 30_000, inFlight: IN_FLIGHT }
      const sold = await bed.run<Sold>('selling', settings)
      if (turn > 0) made[at]!.push(sold)
    }
  }
  const figures: Figure[] = WAYS.flatMap(([name], at) =>
    MEASURED.map(([what, of, unit]) => ({
      name: `${what} of a sale, ${name}`,
      value: median(made[at]!.map(of)),
      unit,
      note: `${IN_FLIGHT} in flight`,
    })),
  )

  const count = quick ? 20_000 : 100_000
  const verdicts: Verdict[] = []
  for (const [name, way] of WAYS) {
    // What lies in lists of editions is no part of a sale.
    if (way === 'blocks') continue
    say(`claims: bytes of ${count} sales, ${name}`)
    const redis = await bed.redis('everysec')
    const { atOnce, later } = await bytesOf(
      redis,
      await (way === 'earlier' ? SALES.earlier(redis) : SALES[way](redis)),
      count,
    )
    figures.push({ name: `Redis bytes of a sale just made, ${name}`, value: atOnce, unit: 'B', note: 'postings too' })
    if (way === 'earlier') figures.push({ name: `Redis bytes of a sale, ${name}`, value: later, unit: 'B' })
    else verdicts.push(atMost(`Redis bytes of a sale after ten minutes, ${name}`, later, BYTES_AT_MOST))
  }
  const ratios = made[0]!.map((earlier, turn) => earlier.redisMicros / made[1]![turn]!.redisMicros)
  return {
    figures,
    verdicts: [
      atLeast('sales over Lightning per Redis CPU, out of a block / the earlier script', median(ratios), 2.5),
      ...verdicts,
    ],
  }
}
