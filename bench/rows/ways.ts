import { type Item } from '../../src/feeds/registry.ts'
import type { Group } from '../bench.ts'
import { itemAt, slowDown, startWide } from '../on-demand-items.ts'
import { openProduct } from '../product.ts'
import { percentile } from '../table.ts'

/**
 * Routes of 50 grid points and voyages of a week across an ocean that nobody has asked for: how long the unpaid request
 * takes beyond the time of the providers for all their questions.
 */

const PROVIDER_MS = 100
/** The rate of the slower provider leaves room for one of each kind in a minute. */
const TURN_MS = 61_000

/** From the south of the Pacific to its north, each time another degree further east. */
const wayAt = (feed: string, turn: number): Item => {
  const [west, east] = [-170 + turn, -150 + turn]
  const ends = { lat1: '-50', lon1: String(west), lat2: '50', lon2: String(east) }
  return itemAt(feed, feed === 'marine/voyage' ? { ...ends, speed_kts: '40' } : ends)
}

export const ways: Group = async ({ bed, quick, say }) => {
  const product = await openProduct(bed, { workerAt: 'apart' })
  const kinds = ['marine/route', 'marine/voyage'] as const
  const found = new Map<string, Awaited<ReturnType<typeof startWide>>[]>(kinds.map((kind) => [kind, []]))
  const turns = quick ? 1 : 5
  await slowDown(product, [wayAt('marine/route', 0)], PROVIDER_MS)
  for (let turn = 0; turn <= turns; turn++) {
    for (const kind of kinds) {
      say(`ways: ${kind}, ${turn === 0 ? 'warming up' : `${turn} of ${turns}`}`)
      const startedAt = Date.now()
      const started = await startWide(product, wayAt(kind, 3 * turn))
      if (turn > 0) found.get(kind)!.push(started)
      await Bun.sleep(Math.max(0, startedAt + TURN_MS - Date.now()))
    }
  }
  await product.stop()
  return {
    figures: [...found].flatMap(([kind, starts]) =>
      [0.5, 1].map((share) => {
        const of = (figure: (each: (typeof starts)[number]) => number): number => percentile(starts.map(figure), share)
        return {
          name: `cold ${kind}, request to 402 above the providers: ${share === 1 ? 'longest' : 'p50'}`,
          value: of(({ tookMs, providerMs }) => tookMs - providerMs),
          unit: 'ms',
          note: `${starts.length} starts; request ${of(({ tookMs }) => tookMs).toFixed(0)} ms, providers ${of(({ providerMs }) => providerMs).toFixed(0)} ms for ${of(({ asked }) => asked)} questions`,
        }
      }),
    ),
  }
}
