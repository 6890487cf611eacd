import { digest } from '../src/canonical/digest.ts'
import { keepSeconds, SOLD_DAYS } from '../src/feeds/keeping.ts'
import { type Item, registry } from '../src/feeds/registry.ts'
import type { Store } from '../src/store/store.ts'
import type { Bed, BenchRedis } from './bed.ts'
import { benchKeys } from './sign-editions.ts'

/** How much memory in Redis the rows of history take. */

/** One kind of stored row. */
export interface KeptRows {
  readonly name: string
  /** The actors whose history is kept. */
  readonly series: readonly string[]
  /** The time that one row covers. */
  readonly rowSeconds: number
  /** How often an entry is written. */
  readonly everySeconds: number
  readonly days: number
  /** How many rows may be written at once; 1 where each row needs the one before it. */
  readonly atOnce: number
  /** @param at Unix milliseconds */
  enter(store: Store, series: string, at: number): Promise<void>
}

const DAY_MS = 86_400_000

/** A price with as many digits as bitcoin's, a pure function of the time. */
export const priceAt = (at: number): string => {
  const minutes = at / 60_000
  return (84_000 + 900 * Math.sin(minutes / 397) + 40 * Math.sin(minutes / 7.3) + 6 * Math.sin(at / 9_001)).toFixed(2)
}

const candles = registry.fills.map(({ series }) => series)

const { x402: signer } = benchKeys('native')

/** The example's canonical string, signed, with numbers that change from row to row as those of an index do. */
const rowOf = ({ feed }: Item, at: number) => {
  const t = Math.floor(at / 1000)
  let number = 0
  const moved = feed.sale.canonical
    .write(feed.sale.tokens(feed.example), { timestamp: t, nonce: 100_000 + ((t * 7_919) % 900_000) })
    .replaceAll(/(?<=:)-?\d+\.\d{2,}(?=:)/g, (text) => {
      const places = text.length - text.indexOf('.') - 1
      return (Number(text) * (1 + 0.1 * Math.sin(t / (900 + 131 * number++)))).toFixed(places)
    })
  return { t, canonical: moved, signature: signer.sign(digest(moved)), pubkey: signer.publicKey }
}

/** One kind of row for each feed whose signed answers are kept. */
const signedRows: readonly KeptRows[] = registry.feeds.flatMap((feed): KeptRows[] => {
  const keeping = feed.subjects[0] && feed.keeps?.(feed.subjects[0])
  if (keeping?.kind !== 'rows') return []
  const items = registry.items.filter((item) => item.feed === feed)
  return [
    {
      name: `signed rows of ${feed.id}`,
      series: items.map(({ actor }) => actor),
      rowSeconds: feed.everySeconds,
      everySeconds: feed.everySeconds,
      days: keeping.days,
      atOnce: 1,
      enter: (store, series, at) =>
        store.rows.record(series, rowOf(registry.item(series)!, at), keepSeconds(keeping.days)),
    },
  ]
})

/** All kinds of stored rows. */
export const KEPT: readonly KeptRows[] = [
  {
    name: 'candles of a minute with the hours they make',
    series: candles,
    rowSeconds: 60,
    everySeconds: registry.item(candles[0]!)!.feed.everySeconds,
    days: SOLD_DAYS.spot,
    atOnce: 2_000,
    enter: (store, series, at) => store.candles.record(series, at, priceAt(at), keepSeconds(SOLD_DAYS.spot)),
  },
  ...signedRows,
]

/** Enters whole days of one series, in the order of their times. */
export const fillDays = async (
  { redis, store }: BenchRedis,
  { everySeconds, atOnce, enter }: KeptRows,
  series: string,
  fromMs: number,
  days: number,
): Promise<void> => {
  const [, fsync] = (await redis.config('GET', 'appendfsync')) as [string, string]
  // The time of this is not measured, so syncing can be left out.
  await redis.config('SET', 'appendfsync', 'no')
  for (let at = fromMs, sent: Promise<void>[] = []; at < fromMs + days * DAY_MS; at += everySeconds * 1000) {
    sent.push(enter(store, series, at))
    if (sent.length < atOnce && at + everySeconds * 1000 < fromMs + days * DAY_MS) continue
    await Promise.all(sent)
    sent = []
  }
  await redis.config('SET', 'appendfsync', fsync)
}

/** Midnight UTC this many days ago, Unix ms. */
export const midnight = (daysBack: number): number => (Math.floor(Date.now() / DAY_MS) - daysBack) * DAY_MS

/** The memory that one kind of row takes. */
export interface Taken {
  /** Measured over one day of one series. */
  readonly bytesPerRow: number
  /** All series over the whole period, computed from that day. */
  readonly extrapolated: number
  /** The same, measured after filling it: the memory that Redis reports; `null` in quick runs. */
  readonly filled: number | null
}

/** Sum of the memory of all keys. The total of the process would hide one day among its buffers. */
const keyBytes = async ({ redis }: BenchRedis): Promise<number> => {
  const asking = redis.pipeline()
  for (const key of await redis.keys('*')) asking.call('MEMORY', 'USAGE', key, 'SAMPLES', 0)
  return ((await asking.exec()) ?? []).reduce((sum, [, bytes]) => sum + Number(bytes), 0)
}

export const measureKept = async (bed: Bed, kept: KeptRows, full: boolean): Promise<Taken> => {
  const rowsADay = 86_400 / kept.rowSeconds
  const [first] = kept.series
  const day = await bed.redis('everysec')
  await fillDays(day, kept, first!, midnight(1), 1)
  const bytesPerRow = (await keyBytes(day)) / rowsADay
  const extrapolated = bytesPerRow * rowsADay * kept.days * kept.series.length
  if (!full) return { bytesPerRow, extrapolated, filled: null }
  const all = await bed.redis('everysec')
  const before = await all.memoryBytes()
  for (const series of kept.series) await fillDays(all, kept, series, midnight(kept.days), kept.days)
  return { bytesPerRow, extrapolated, filled: (await all.memoryBytes()) - before }
}
