import { registry } from '../../src/feeds/registry.ts'
import { offsetOf } from '../../src/queues/scheduler.ts'
import type { Bed } from '../bed.ts'
import type { Group } from '../bench.ts'
import { openProduct } from '../product.ts'
import { type Figure, percentile } from '../table.ts'

/**
 * Whether prices are late because smiles are fitted on the same worker: the same product with and without the feeds of
 * smiles, in turns. A price is late by the time from its scheduled moment until it can be sold.
 */

const SMILES = ['svi', 'iv-surface']
const WITHOUT = SMILES.map((id) => `${id}=86400`).join()

const prices = registry.items
  .filter(({ actor }) => actor.startsWith('price/spot/'))
  .map(({ actor, feed }) => ({ actor, everyMs: feed.everySeconds * 1_000 }))
const smiles = registry.items.filter(({ feed }) => SMILES.includes(feed.id)).map(({ actor }) => actor)

/** How often the bench looks whether there is a new price. */
const LOOK_MS = 5

interface Watched {
  /** Milliseconds that each new price was late. */
  readonly late: readonly number[]
  /** Share of the scheduled prices that never came. */
  readonly missing: number
  /** Of a core. */
  readonly cpu: number
  readonly smiles: number
}

const watch = async (bed: Bed, isWith: boolean, quick: boolean): Promise<Watched> => {
  const product = await openProduct(bed, { workerAt: 'apart', ...(!isWith && { cadences: WITHOUT }) })
  const { snapshots } = product.redis.store
  const actors = prices.map(({ actor }) => actor)
  await Bun.sleep(quick ? 30_000 : 90_000)
  const [before, began] = [await product.worker.stats(), performance.now()]
  const smilesBefore = await snapshots.versionsOf(smiles)
  const seconds = quick ? 30 : 120
  const late: number[] = []
  let last = await snapshots.versionsOf(actors)
  while (performance.now() - began < seconds * 1_000) {
    const [next, now] = [await snapshots.versionsOf(actors), Date.now()]
    for (const [at, { actor, everyMs }] of prices.entries())
      if (next[at] !== last[at]) late.push((((now - offsetOf(actor, everyMs)) % everyMs) + everyMs) % everyMs)
    last = next
    await Bun.sleep(LOOK_MS)
  }
  const wallMs = performance.now() - began
  const after = await product.worker.stats()
  const fitted = (await snapshots.versionsOf(smiles)).filter((version, at) => version !== smilesBefore[at]).length
  await product.stop()
  const scheduled = prices.reduce((sum, { everyMs }) => sum + wallMs / everyMs, 0)
  return {
    late,
    missing: Math.max(0, 1 - late.length / scheduled),
    cpu: (100 * (after.cpuMs - before.cpuMs)) / wallMs,
    smiles: fitted,
  }
}

const rows = (what: string, rounds: readonly Watched[]): readonly Figure[] => {
  const late = rounds.flatMap((each) => each.late)
  const mean = (of: (each: Watched) => number): number =>
    rounds.reduce((sum, each) => sum + of(each), 0) / rounds.length
  const note = `${late.length} prices, ${(100 * mean((each) => each.missing)).toFixed(1)} % of the scheduled ones missing; ${mean((each) => each.smiles)} of ${smiles.length} smiles renewed`
  return [
    ...[0.5, 0.9, 0.99, 1].map((part) => ({
      name: `prices ${what}: lateness ${part === 1 ? 'worst' : `p${100 * part}`}`,
      value: percentile(late, part),
      unit: 'ms',
      ...(part === 0.5 && { note }),
    })),
    { name: `prices ${what}: CPU of the worker`, value: mean((each) => each.cpu), unit: '% of a core' },
  ]
}

export const smilesRow: Group = async ({ bed, quick, say }) => {
  const found: Record<'with' | 'without', Watched[]> = { with: [], without: [] }
  for (let round = 0; round < (quick ? 1 : 2); round++)
    for (const which of ['without', 'with'] as const) {
      say(`smiles: ${prices.length} prices, ${which} smiles on the same worker`)
      found[which].push(await watch(bed, which === 'with', quick))
    }
  return { figures: [...rows('without smiles', found.without), ...rows('with smiles', found.with)] }
}
