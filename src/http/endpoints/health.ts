import { createHash } from 'node:crypto'
import { Type } from '@sinclair/typebox'
import type { Rail } from '../../canonical/snapshot.ts'
import type { Registry } from '../../feeds/registry.ts'
import type { Instance } from '../discovery/instance.ts'
import { RefusedSource } from '../../sources/permission.ts'
import type { MissingKey } from './missing-keys.ts'
import type { WrongClock } from './wrong-clocks.ts'
import type { Saleability } from './sellable.ts'
import { Signing, signingOf, signsAll } from './signing-state.ts'
import { type ClosedRow } from './closed-rows.ts'
import { doAllWork, Worker, type WorkerRow } from './workers.ts'

/**
 * What `/health` says (interface 1.3). Its five fixed fields come first. `status` is about what buyers get: everything
 * that is sold and promised, some of it, or nothing.
 */

const Status = Type.Union([Type.Literal('ok'), Type.Literal('degraded'), Type.Literal('down')], {
  description:
    'ok: everything is sold, and what was promised is kept; degraded: some feeds or rails are not sold, or a worker is missing that keeps promises; down: nothing can be bought',
})

export const Health = Type.Object(
  {
    status: Status,
    protocol: Type.String(),
    version: Type.String(),
    price_pairs: Type.Integer(),
    econ_indicators: Type.Integer(),
    mode: Type.String(),
    sellable: Type.Integer({ description: 'feeds, each with each of its subjects, that have an answer for sale' }),
    total: Type.Integer({ description: 'feeds, each with each of its subjects, that there are' }),
    rails: Type.Array(
      Type.Object({
        rail: Type.String(),
        open: Type.Boolean(),
        reason: Type.Union([Type.String(), Type.Null()], { description: 'why it takes no payments' }),
        warning: Type.Union([Type.String(), Type.Null()], {
          description: 'what is wrong with it although it takes some',
        }),
      }),
    ),
    wrong_clocks: Type.Array(
      Type.Object({
        worker: Type.String({
          description: 'short SHA-256 of its name, which stands in the metrics: this page is public',
        }),
        offset_seconds: Type.Number({ description: "how far its clock is ahead of the store's" }),
        reason: Type.String({ description: 'what follows from it' }),
      }),
      { description: 'workers that publish nothing because their clocks are wrong' },
    ),
    missing_keys: Type.Array(
      Type.Object({
        worker: Type.String({ description: 'short SHA-256 of its name' }),
        purpose: Type.String(),
        signs: Type.Boolean({ description: 'with a key that is still valid as it knows; false: it publishes nothing' }),
      }),
      { description: 'workers that lack the newest key that signs answers, or cannot go by its documents' },
    ),
    workers: Type.Array(Worker, {
      description:
        'what has to be done beside answering, and whether it is. A bookkeeper that is away changes no status: buyers are served, and their sales wait to be written down',
    }),
    oracle: Signing,
    feeds: Type.Array(
      Type.Object({
        feed: Type.String(),
        sellable: Type.Integer(),
        total: Type.Integer(),
        not_sellable: Type.Array(Type.String(), { description: 'subjects without an answer for sale' }),
      }),
    ),
    closed: Type.Array(
      Type.Object({
        feed: Type.String(),
        subjects: Type.Array(Type.String(), { description: 'none where they start on demand: all are closed' }),
        unavailable: Type.Array(RefusedSource),
      }),
      { description: 'feeds that this operator’s settings close, and the past of such; they count nowhere else' },
    ),
  },
  { title: 'Health' },
)

/** Worker names contain host names, so only their hash is shown. */
const nameless = (name: string): string => createHash('sha256').update(name).digest('hex').slice(0, 8)

/** A configured rail, and why it takes no payments; `null` if it takes them. */
export interface RailState {
  readonly rail: Rail
  readonly closed: string | null
  /** What is wrong with it although it takes payments. */
  readonly warning: string | null
}

const countFamily = ({ items }: Registry, family: string): number =>
  items.filter((item) => item.feed.family === family).length

/** What is known of the service at one moment. */
export interface Seen {
  readonly items: readonly Saleability[]
  readonly rails: readonly RailState[]
  readonly clocks?: readonly WrongClock[]
  readonly keys?: readonly MissingKey[]
  readonly workers?: readonly WorkerRow[]
  readonly oracle?: typeof Signing.static
  readonly closed?: readonly ClosedRow[]
}

const statusOf = (
  sellable: number,
  total: number,
  { rails, clocks, keys, workers, oracle }: Required<Omit<Seen, 'items' | 'closed'>>,
): 'ok' | 'degraded' | 'down' => {
  const open = rails.filter(({ closed }) => closed === null).length
  if (sellable === 0 || open === 0) return 'down'
  const areRailsWell = open === rails.length && rails.every(({ warning }) => warning === null)
  const isWell =
    areRailsWell && clocks.length === 0 && keys.every(({ signs }) => signs) && doAllWork(workers) && signsAll(oracle)
  return sellable === total && isWell ? 'ok' : 'degraded'
}

export const healthDocument = (
  registry: Registry,
  instance: Instance,
  { items, rails, clocks = [], keys = [], workers = [], oracle = signingOf(null, 0), closed = [] }: Seen,
) => {
  const open = items.filter(({ lacks }) => lacks === null)
  const sellable = open.filter((each) => each.sellable).length
  return {
    status: statusOf(sellable, open.length, { rails, clocks, keys, workers, oracle }),
    protocol: instance.rails.join('+') || 'none',
    version: instance.version,
    price_pairs: countFamily(registry, 'prices'),
    econ_indicators: countFamily(registry, 'econ'),
    mode: instance.mode,
    sellable,
    total: open.length,
    rails: rails.map(({ rail, closed, warning }) => ({ rail, open: closed === null, reason: closed, warning })),
    wrong_clocks: clocks.map(({ worker, offsetSeconds }) => ({
      worker: nameless(worker),
      offset_seconds: offsetSeconds,
      reason: `its clock is ${Math.abs(offsetSeconds)} s ${offsetSeconds > 0 ? 'ahead of' : 'behind'} that of the store: it publishes nothing`,
    })),
    missing_keys: keys.map(({ worker, purpose, signs }) => ({ worker: nameless(worker), purpose, signs })),
    workers: workers.map((each) => ({ ...each })),
    oracle,
    feeds: [...Map.groupBy(open, ({ item }) => item.feed.id)].map(([feed, each]) => {
      const not = each.filter((one) => !one.sellable).map(({ item }) => item.subject.key)
      return { feed, sellable: each.length - not.length, total: each.length, not_sellable: not }
    }),
    closed: closed.map(({ feed, subjects, unavailable }) => ({
      feed,
      subjects: [...subjects],
      unavailable: [...unavailable],
    })),
  }
}
