import { EXAMPLE_AT } from '../venue-parts.ts'
import { type ModelRow } from './inference-fields.ts'
import type { PricedModel } from './model-rows.ts'
import { MODELS, type ModelTier } from './models.ts'

/** Invented prices for examples. */

const INVENTED: Readonly<Record<ModelTier, readonly [input: number, output: number]>> = {
  frontier: [4, 20],
  efficient: [1, 4],
  fast: [0.2, 0.8],
  reasoning: [0.6, 2.4],
}

const row = ({ provider, model, tier, context_window }: (typeof MODELS)[number]): ModelRow => ({
  provider,
  model,
  tier,
  input_usd_per_m_tokens: INVENTED[tier][0],
  output_usd_per_m_tokens: INVENTED[tier][1],
  context_window,
  sources: ['genaiprices', 'litellm'],
  agreement: 'agreed',
  disputed_by: [],
  observed_at: EXAMPLE_AT,
})

/** @param host all hosts if left out */
export const examplePriced = (host?: string): PricedModel => ({
  rows: MODELS.filter(({ provider }) => host === undefined || provider === host).map(row),
  leftOut: [],
  missing: [],
})
