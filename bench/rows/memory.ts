import { registry } from '../../src/feeds/registry.ts'
import type { Group } from '../bench.ts'
import { l402Shots } from '../buyers.ts'
import { ownLoad } from '../own-load.ts'
import { signBatch } from '../sign-editions.ts'
import type { AppSettings } from '../servers/app.ts'
import { atMost } from '../table.ts'

/** Whether the server's memory grows with its sales: equal portions, each sold from newly signed editions. */

const LIMIT = 1.3
const USED = 0.7

const items = registry.items.filter(({ feed }) => feed.id === 'price/fx')

export const memory: Group = async ({ bed, quick, say }) => {
  const [portion, portions] = quick ? [1_000, 4] : [20_000, 10]
  const redis = await bed.redis('everysec')
  const app = await bed.serve('app', {
    redis: redis.address,
    facilitator: 'at once',
    recovery: 'noble',
  } satisfies AppSettings)
  const rss: number[] = []
  for (let sold = 0; sold < portions * portion; sold += portion) {
    if (sold % (5 * portion) === 0) say(`memory: ${sold} of ${portions * portion} paid reads`)
    await signBatch([redis.store.snapshots], items, 'l402', Math.ceil(portion / items.length / USED))
    // Our own generator stops at the end of a list, so the number of reads is exact.
    const { ok } = await ownLoad({ port: app.port, what: l402Shots(items, portion), seconds: 60 })
    if (ok !== portion) throw new Error(`of ${portion} paid reads ${ok} were answered`)
    await Bun.sleep(quick ? 100 : 500)
    rss.push((await app.stats()).rss)
  }
  await app.stop()
  const figure = (after: number) => ({
    name: `server RSS after ${(after * portion).toLocaleString('en')} paid reads`,
    value: rss[after - 1]! / 2 ** 20,
    unit: 'MiB',
  })
  return {
    figures: [figure(1), figure(portions / 2), figure(portions)],
    // After a few thousand reads the heap still grows to its normal size, so quick runs have no verdict.
    verdicts: quick ? [] : [atMost('server RSS after 200,000 paid reads / after 20,000', rss.at(-1)! / rss[0]!, LIMIT)],
  }
}
