import { measure } from '../../canonical/measure.ts'
import { integer, list, oneOf, text } from '../../canonical/token.ts'
import { TARIFF } from '../tariff.ts'
import type { Blended } from './blend.ts'
import { TOKEN_PLACES } from './inference-fields.ts'

/** What the four sales of prices of tokens have in common. There is no free copy: a cheap answer is a free copy of itself. */
export const INFERENCE_SALE = {
  catalogue: '/oracle/inference/catalogue',
  price: TARIFF.inference,
  sellableSeconds: 3_000,
  preview: null,
} as const

/** `v1|INFERENCE|<kind>|<scope>|<models>|<cheapest model>|<blended>|<sources>|SHA256:<content>|…` */
export const inferenceTokens = <const K extends string>(kind: K) => ({
  kind: oneOf(kind),
  scope: text,
  model_count: integer,
  cheapest_model: text,
  blended: measure(TOKEN_PLACES),
  sources: list,
})

/** The first of a ranking, as it stands in the string. */
export const firstOf = ([first]: readonly Blended[]) => ({
  cheapest_model: `${first!.provider}/${first!.model}`,
  blended: first!.blended_usd_per_m_tokens,
})
