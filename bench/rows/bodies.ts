import type { Json } from '../../src/canonical/jcs.ts'
import { type Item, registry } from '../../src/feeds/registry.ts'
import { budget, type Bench, type Group, rateRow, type Round, round, until } from '../bench.ts'
import { BUYER_ADDRESS, l402Shots, openRail, type Shot, x402Shots } from '../buyers.ts'
import { ownLoad } from '../own-load.ts'
import { openProduct } from '../product.ts'
import { signBatch } from '../sign-editions.ts'
import type { AppSettings } from '../servers/app.ts'
import { atMost, type Figure } from '../table.ts'

/**
 * Paid reads of the longest and of the shortest body that the product sells, beside those of a price, and what a thousand
 * sales of the longest leave in Redis. The bodies are those of the simulated world.
 */

interface Sold {
  readonly item: Item
  readonly content: Readonly<Record<string, Json>>
  readonly bytes: number
}

const PRICE = 'price/spot/BTC-USD'
const MEBI = 2 ** 20
/** The most by which a thousand sales within a minute may grow Redis. */
const MOST_GROWTH_MIB = 5
const SALES = 1_000
/** Snapshots of the longest body within a minute. */
const SNAPSHOTS = 2
const USED = 0.7

/** A window of what is only pushed must first be listened to, so it is not waited for. */
const items = registry.items.filter(({ feed, subject }) => (feed.streams?.(subject).length ?? 0) === 0)

/** Every body that is published, the shortest first. */
const publishedBodies = async ({ bed, say }: Bench): Promise<readonly Sold[]> => {
  const product = await openProduct(bed, { workerAt: 'apart' })
  const { snapshots } = product.redis.store
  const actors = items.map(({ actor }) => actor)
  say('bodies: waiting until everything is for sale')
  await until('everything to be published', async () =>
    (await snapshots.versionsOf(actors)).every((version) => version !== null),
  )
  const latest = await snapshots.latestOf(actors)
  await product.stop()
  return latest
    .flatMap((snapshot, at): readonly Sold[] =>
      snapshot ? [{ item: items[at]!, content: snapshot.content, bytes: JSON.stringify(snapshot.content).length }] : [],
    )
    .toSorted((a, b) => a.bytes - b.bytes)
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

/** How much Redis grows by the sales of a minute, which begin after the first snapshot was published. */
const growth = async (bench: Bench, longest: Sold): Promise<Figure> => {
  const redis = await bench.bed.redis('everysec')
  await openRail(redis.store.boards)
  const settings: AppSettings = { redis: redis.address, facilitator: 'at once', recovery: 'native' }
  const app = await bench.bed.serve('app', settings)
  const { snapshots } = redis.store
  const publish = (copies: number) => signBatch([snapshots], [longest.item], 'x402', copies, () => longest.content)
  await publish(8)
  const before = await redis.memoryBytes()
  let sold = 0
  for (let snapshot = 0; snapshot < SNAPSHOTS; snapshot++) {
    await publish(SALES / SNAPSHOTS)
    const what = x402Shots([longest.item], SALES / SNAPSHOTS)
    sold += (await ownLoad({ port: app.port, what, seconds: 60 })).ok
  }
  const grown = (await redis.memoryBytes()) - before
  await app.stop()
  if (sold !== SALES) throw new Error(`of ${SALES} payments by ${BUYER_ADDRESS} ${sold} were answered`)
  return {
    name: `Redis, ${SALES} sales of ${longest.item.actor} over x402 and ${SNAPSHOTS} snapshots`,
    value: grown / MEBI,
    unit: 'MiB',
    note: `bodies of ${kilobytes(longest.bytes)}: ${kilobytes(longest.bytes * SALES)} were sold`,
  }
}

export const bodies: Group = async (bench) => {
  const { bed, quick, say } = bench
  const published = await publishedBodies(bench)
  const [shortest, longest] = [published[0]!, published.at(-1)!]
  const price = published.find(({ item }) => item.actor === PRICE)!
  const inGzip = (shots: readonly Shot[]) =>
    shots.map(({ path, header }) => ({ path, header: `${header}\r\nAccept-Encoding: gzip` }))
  const plain = (shots: readonly Shot[]) => shots
  const variants = [
    { name: `L402, ${price.item.actor}`, sold: price, as: plain },
    { name: `L402, the shortest: ${shortest.item.actor}`, sold: shortest, as: plain },
    { name: `L402, the longest: ${longest.item.actor}`, sold: longest, as: plain },
    { name: 'L402, the longest in gzip', sold: longest, as: inGzip },
  ].map((each) => ({ ...each, rounds: Array<Round>(), payments: budget(each.sold === longest ? 4_000 : 15_000) }))

  const redis = await bed.redis('everysec')
  const settings: AppSettings = { redis: redis.address, facilitator: 'at once', recovery: 'native' }
  const app = await bed.serve('app', settings)
  const turns = quick ? 1 : 3
  for (let turn = 0; turn <= turns; turn++) {
    say(turn === 0 ? 'bodies: warming up' : `bodies: round ${turn} of ${turns}`)
    const seconds = quick || turn === 0 ? 1 : 2
    for (const { sold, as, rounds, payments } of variants) {
      const shots = as(l402Shots([sold.item], payments.shots(seconds)))
      const copies = Math.ceil(shots.length / USED)
      await signBatch([redis.store.snapshots], [sold.item], 'l402', copies, () => sold.content)
      const found = await round(bench, app, shots, seconds, redis)
      payments.learn(found)
      if (turn > 0 && !found.exhausted) rounds.push(found)
    }
  }
  await app.stop()
  say('bodies: what sales leave in Redis')
  const grown = await growth(bench, longest)
  return {
    rates: variants.map(({ name, sold, rounds }) => rateRow(`${name}, ${kilobytes(sold.bytes)}`, rounds)),
    figures: [grown],
    verdicts: [atMost('Redis grows by, MiB', grown.value, MOST_GROWTH_MIB)],
  }
}
