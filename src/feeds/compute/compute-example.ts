import { GPU_MODELS, type GpuModel } from '../../sources/compute/gpu-models.ts'
import type { OfferTag } from '../../sources/compute/gpu-offer.ts'
import { EXAMPLE_AT } from '../venue-parts.ts'
import { everyOf, type EveryModel } from './every-model.ts'
import type { GpuPrice } from './gpu-prices.ts'
import { type FoundModel, rowsOf } from './model-rows.ts'

/** Invented prices for examples; they go through the functions of the feeds, so that the examples verify. */

const INVENTED: Readonly<Record<GpuModel, number>> = {
  a100_sxm: 1.5,
  h100_sxm: 3,
  h200: 4,
  l40s: 1,
  rtx_4090: 0.7,
}

const SELLERS: readonly (readonly [
  provider: string,
  source: string,
  tag: OfferTag,
  region: string | null,
  of: number,
])[] = [
  ['runpod', 'runpod', 'on_demand', null, 1],
  ['aws', 'skypilot-aws', 'on_demand', 'us-east-1', 1.8],
  ['vast', 'vast', 'market', null, 0.8],
]

const exampleModel = (model: GpuModel): FoundModel => {
  const prices = SELLERS.map(([provider, source, tag, region, of]): GpuPrice => ({
    provider,
    source,
    usd: Number((INVENTED[model] * of).toFixed(4)),
    instance: `${provider} ${model}`,
    region,
    gpus: 1,
    tag,
    at: EXAMPLE_AT * 1_000,
    isHeld: false,
  }))
  const found = rowsOf(model, { prices, outside: [], configured: SELLERS.map(([, source]) => source) })
  if (found.kind !== 'found') throw new Error(`the example of ${model} is declined: ${found.kind}`)
  return found
}

const EXAMPLES = new Map(GPU_MODELS.map((model) => [model, exampleModel(model)]))

export const exampleOfModel = (model: GpuModel): FoundModel => EXAMPLES.get(model)!

export const exampleOfAll = (): EveryModel => {
  const every = everyOf(GPU_MODELS.map((model) => ({ model, result: exampleOfModel(model) })))
  if (every.kind !== 'every') throw new Error(`the example of all models is declined: ${every.kind}`)
  return every
}
