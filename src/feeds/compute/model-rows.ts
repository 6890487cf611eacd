import type { Declined, TickContext } from '../feed.ts'
import type { GpuModel } from '../../sources/compute/gpu-models.ts'
import { believedPrices } from './best-price.ts'
import { type ModelRows, rowOf } from './compute-fields.ts'
import { type GpuPrice, type ModelPrices, pricesOf } from './gpu-prices.ts'

/** One model with its best price. */
export interface FoundModel {
  readonly kind: 'found'
  readonly rows: ModelRows
  /** The sources of the method that had nothing to say. */
  readonly missing: readonly string[]
}

/** Sellers of a model that make a price: one word alone is none. */
const LEAST_OFFERS = 2

const droppedAs = (reason: 'outside_rails' | 'far_below_median') => (price: GpuPrice) => ({
  provider: price.provider,
  source: price.source,
  price_usd_per_gpu_hour: price.usd,
  reason,
})

/** The rows of one model from what was told of it, or why there is no price. */
export const rowsOf = (model: GpuModel, { prices, outside, configured }: ModelPrices): FoundModel | Declined => {
  const { list, market, dropped, disputed } = believedPrices(prices)
  const [cheapest] = list
  const sellers = new Set([...list, ...market].map(({ provider }) => provider))
  if (cheapest === undefined) return { kind: 'input_missing', input: `a list price of ${model}` }
  if (sellers.size < LEAST_OFFERS) return { kind: 'quorum_missed', have: sellers.size, need: LEAST_OFFERS }
  const used = [...list, ...market]
  // A catalogue that stands behind the word of its seller is heard, though no row is its own.
  const heard = new Set(prices.filter((price) => !dropped.includes(price)).map(({ source }) => source))
  return {
    kind: 'found',
    rows: {
      gpu_model: model,
      best: rowOf(cheapest),
      all: list.map(rowOf),
      market: market.map(rowOf),
      count: used.length,
      dropped: [...outside.map(droppedAs('outside_rails')), ...dropped.map(droppedAs('far_below_median'))],
      held: [...new Set(used.filter(({ isHeld }) => isHeld).map(({ source }) => source))].toSorted(),
      disputed: [...disputed],
    },
    missing: configured.filter((name) => !heard.has(name)).toSorted(),
  }
}

export const modelRows = (model: GpuModel, context: TickContext): FoundModel | Declined =>
  rowsOf(model, pricesOf(model, context))
