import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { GPU_MODELS } from '../../sources/compute/gpu-models.ts'
import { OFFER_TAGS } from '../../sources/compute/gpu-offer.ts'
import { DAY_SECONDS, HOUR_SECONDS, inSeconds, SECOND_MS } from '../../time-units.ts'
import { CONFIDENCE_PLACES, number, share, word } from '../answer-fields.ts'
import { FLOORS } from '../indices/assembly.ts'
import { freshness } from '../math/freshness.ts'
import { GPU_PLACES, type GpuPrice } from './gpu-prices.ts'
import { LEAST_OF_MEDIAN } from './best-price.ts'

/** The fields that all answers about prices of GPUs have. */

/** List prices are asked for every six hours at the slowest, and expire with the quotes. */
export const QUOTE_LIFETIME = { freshSeconds: 8 * HOUR_SECONDS, expireSeconds: DAY_SECONDS } as const
export const modelField = word(GPU_MODELS, 'Form factors are apart: PCIe machines are not in these')

/** One price in a body. */
export const PriceRow = Type.Object({
  provider: Type.String({ description: 'Who rents it out', examples: ['runpod'] }),
  price_usd_per_gpu_hour: number(`Dollars per GPU and hour, ${GPU_PLACES} decimals; of a machine, divided by its GPUs`),
  instance_type: Type.String({ description: "The seller's own name of the machine" }),
  region: Type.Union([Type.String(), Type.Null()], { description: 'null: the same everywhere' }),
  gpu_count: Type.Integer({ description: 'GPUs of the machine' }),
  tag: word(OFFER_TAGS, 'on_demand: a list price; community and market: asked by others than the operator'),
  source: Type.String({ description: 'Who told it: the seller itself, or a catalogue' }),
  observed_at: Type.Integer({ description: 'Unix seconds at which the source last said so' }),
})
export type PriceRow = Static<typeof PriceRow>

export const rowOf = (price: GpuPrice): PriceRow => ({
  provider: price.provider,
  price_usd_per_gpu_hour: price.usd,
  instance_type: price.instance,
  region: price.region,
  gpu_count: price.gpus,
  tag: price.tag,
  source: price.source,
  observed_at: inSeconds(price.at),
})

/** Everything that is told of one model. */
export const ModelRows = Type.Object({
  gpu_model: modelField,
  best: PriceRow,
  all: Type.Array(PriceRow, { description: 'List prices on demand, cheapest first' }),
  market: Type.Array(PriceRow, { description: 'Prices of markets and communities, cheapest first; never the best' }),
  count: Type.Integer({ description: 'Rows of all and market' }),
  dropped: Type.Array(
    Type.Object({
      provider: Type.String(),
      source: Type.String(),
      price_usd_per_gpu_hour: Type.Number(),
      reason: word(
        ['outside_rails', 'far_below_median'],
        `Not dollars per GPU and hour, or a list price below ${LEAST_OF_MEDIAN} of the median`,
      ),
    }),
    { description: 'Prices that were told and are not believed' },
  ),
  held: Type.Array(Type.String(), {
    description: 'Sources whose price moved far, or that no longer list the machine: the former price stands',
  }),
  disputed: Type.Array(Type.String(), { description: 'Sellers that a catalogue contradicts' }),
})
export type ModelRows = Static<typeof ModelRows>

/** Where the prices come from, and how far they are believed. */
export const SOURCE_FIELDS = {
  sources: Type.Array(Type.String(), { description: 'Sources of the rows, ASCII-sorted' }),
  missing: Type.Array(Type.String(), {
    description: 'Sources of the method without a quote of the last 24 h that is believed',
  }),
  confidence: share('Share of the sources that are believed, times the mean freshness of the rows'),
  degraded: Type.Boolean({
    description: `A source is missing, a price is held back, disputed or dropped, or confidence is below ${FLOORS.degraded}`,
  }),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest row' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

/** What of the rows goes into those fields. */
export interface Told {
  readonly rows: readonly Pick<PriceRow, 'source' | 'observed_at'>[]
  readonly missing: readonly string[]
  readonly isDoubtful: boolean
}

const ageOf = (at: number, now: number): number => Math.max(0, inSeconds(now) - at)

/** @param now Unix milliseconds of the tick */
export const sourceValues = ({ rows, missing, isDoubtful }: Told, now: number) => {
  const sources = [...new Set(rows.map(({ source }) => source))].toSorted()
  const fresh = rows.map(({ observed_at: at }) => freshness(ageOf(at, now), QUOTE_LIFETIME))
  const coverage = sources.length / (sources.length + missing.length)
  const mean = fresh.reduce((sum, each) => sum + each, 0) / fresh.length
  const confidence = rounded(coverage * mean, CONFIDENCE_PLACES)
  return {
    sources,
    missing: [...missing],
    confidence,
    degraded: missing.length > 0 || isDoubtful || confidence < FLOORS.degraded,
    observed_at: Math.min(...rows.map(({ observed_at: at }) => at)),
    fetched_at: Math.floor(now / SECOND_MS),
  }
}

/** Whether a model's rows hold something that is not settled. */
export const isDoubtful = ({ held, disputed, dropped }: Pick<ModelRows, 'held' | 'disputed' | 'dropped'>): boolean =>
  held.length > 0 || disputed.length > 0 || dropped.length > 0
