import { registry } from '../../src/feeds/registry.ts'
import { type Group, until } from '../bench.ts'
import { openProduct } from '../product.ts'
import type { BoardPolled, IndexTicked, IndicesResult, IndicesSettings, Spent } from '../servers/indices.ts'
import { type Figure, median } from '../table.ts'

/**
 * CPU time of the indices, tick by tick: of the conclusion alone, and of the whole tick with signing and publishing. A
 * worker meanwhile fills boards and streams from simulated providers. Funding is measured too, as a composite of many
 * venues to compare with, and so are curves and surfaces of options.
 */

const COMPOSITE = 'funding'
const FAMILIES = [
  `${COMPOSITE}/`,
  'index/',
  'oi/',
  'basis/',
  'orderbook/',
  'term-structure/',
  'iv/',
  'greeks/',
  'instruments/',
  'econ/',
  'svi/',
  'iv-surface/',
]
const isMeasured = (actor: string): boolean => FAMILIES.some((family) => actor.startsWith(family))

const measured = registry.items.filter(({ actor }) => isMeasured(actor))
const actors = measured.map(({ actor }) => actor)
/** A chain of a thousand options is reduced when it is polled, so the poll bears that part of an index's cost. */
const CHAINS = [...new Set(measured.flatMap(({ feed, subject }) => feed.boards(subject).map(({ id }) => id)))].filter(
  (id) => id.startsWith('options/'),
)
/** Periods with which the worker only polls. The bench itself runs the ticks of the indices. */
const CADENCES = FAMILIES.map((family) => `${family.slice(0, -1)}=86400`).join()
/** Items of other feeds that the indices read. */
const inputs = measured.flatMap(({ feed, subject }) => feed.after(subject)).filter((actor) => !isMeasured(actor))

const note = ({ meanMicros }: Spent, { published, declined, reason }: IndexTicked): string =>
  `mean ${meanMicros.toFixed(0)} µs; ${published} published${declined > 0 ? `, ${declined} declined: ${reason}` : ''}`

const rows = (ticked: IndexTicked): readonly Figure[] =>
  (
    [
      ['the conclusion alone', ticked.conclude],
      ['the whole tick', ticked.whole],
    ] as const
  ).map(([what, spent]) => ({
    name: `${ticked.actor}, ${what}: p50`,
    value: spent.p50Micros,
    unit: 'µs CPU',
    note: note(spent, ticked),
  }))

const pollRow = ({ board, poll }: BoardPolled): Figure => ({
  name: `a poll of ${board}: p50`,
  value: poll.p50Micros,
  unit: 'µs CPU',
  note: `mean ${poll.meanMicros.toFixed(0)} µs`,
})

/** Each index compared with the composite, by the median subject of both. */
const compared = (found: readonly IndexTicked[]): readonly Figure[] => {
  const middle = (family: string, figure: (each: IndexTicked) => Spent): number =>
    median(found.filter(({ actor }) => actor.startsWith(`${family}/`)).map((each) => figure(each).p50Micros))
  const families = registry.feeds
    .map(({ id }) => id)
    .filter((id) => found.some(({ actor }) => actor.startsWith(`${id}/`)))
  return families
    .filter((id) => id !== COMPOSITE)
    .map((id) => {
      const ratio = (figure: (each: IndexTicked) => Spent): number => middle(id, figure) / middle(COMPOSITE, figure)
      return {
        name: `CPU of a tick, ${id} to ${COMPOSITE}`,
        value: ratio(({ whole }) => whole),
        unit: 'times',
        note: `the conclusion alone ${ratio(({ conclude }) => conclude).toFixed(2)} times`,
      }
    })
}

export const indices: Group = async ({ bed, quick, say }) => {
  const product = await openProduct(bed, { workerAt: 'beside', cadences: CADENCES })
  const { redis, sandboxUrl, server } = product
  await server.stop()
  say('indices: waiting for what they read')
  await until('what the indices read', async () =>
    (await redis.store.snapshots.versionsOf(inputs)).every((version) => version !== null),
  )
  say(`indices: ${actors.length} items, a tick a second`)
  const found = await bed.run<IndicesResult>('indices', {
    redis: redis.address,
    sandboxUrl,
    actors,
    boards: CHAINS,
    ticks: quick ? 10 : 90,
  } satisfies IndicesSettings)
  await product.stop()
  return { figures: [...found.ticked.flatMap(rows), ...compared(found.ticked), ...found.polled.map(pollRow)] }
}
