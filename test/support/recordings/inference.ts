import { genaiTable } from '../../../src/sources/inference/genai-prices.ts'
import { litellmTable } from '../../../src/sources/inference/litellm.ts'
import { openrouterMakers } from '../../../src/sources/inference/openrouter.ts'
import type { PriceTable } from '../../../src/sources/inference/token-price.ts'
import { gives, type Recordings } from './reading.ts'
import { count, first } from './words.ts'

/** Lists of token prices, by folder. */

/** A day after the last date in the recorded lists. */
const NOW = Date.UTC(2026, 10, 20, 12)

const prices = (read: PriceTable): string =>
  `${count(Object.keys(read).length, 'price')}: ${first(
    Object.entries(read).map(([name, { input, output }]) => `${name} ${input} in, ${output} out`),
  )}`

export const INFERENCE: Readonly<Record<string, Recordings>> = {
  'genai-prices': {
    'data-slim': gives(genaiTable(NOW), prices),
    'data-slim-hosts': gives(genaiTable(NOW), prices),
  },
  litellm: { 'model-prices': gives(litellmTable, prices) },
  openrouter: { models: gives(openrouterMakers, prices), 'models-with-overrides': gives(openrouterMakers, prices) },
}
