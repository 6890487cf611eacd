import { largeQuery, type LargeReader } from '../large-reader.ts'
import type { Query, Source } from '../query.ts'
import { entries, optional, type Piece, reply } from '../shape.ts'
import { filled, perMillion, tokenPriceOf, type PriceTable, type TokenPrice } from './token-price.ts'

/** Prices of hosts, gathered by the makers of a proxy. https://docs.litellm.ai/docs/completion/token_usage */
export const litellm: Source = {
  name: 'litellm',
  origin: 'https://raw.githubusercontent.com',
  // No limit is published for files; one question a day.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 30_000,
  maxBytes: 8_388_608,
  rights: 'open',
  terms: 'https://github.com/BerriAI/litellm/blob/main/LICENSE',
  termsNote: 'MIT; prices are gathered from the pages of the hosts.',
}

/** An example of all fields, with words for numbers. */
const SPECIMEN = 'sample_spec'

const priceIn = (row: Piece): TokenPrice | null => {
  const [input, output] = [optional(row, 'input_cost_per_token'), optional(row, 'output_cost_per_token')]
  // Images, speech and the like are not sold by the token.
  return input && output && input.value !== null && output.value !== null
    ? tokenPriceOf(perMillion(input), perMillion(output))
    : null
}

/** Prices by the keys of the file: `groq/llama-3.3-70b-versatile`, `gpt-5.4-mini`. */
export const litellmPrices: LargeReader<[], PriceTable> = {
  name: 'litellm',
  read: (body) =>
    filled(
      entries(reply(body))
        .filter(([name]) => name !== SPECIMEN)
        .map(([name, row]) => [name, priceIn(row)] as const),
    ),
}

export const litellmTable: Query<PriceTable> = largeQuery(
  { provider: litellm, path: '/BerriAI/litellm/main/model_prices_and_context_window.json' },
  litellmPrices,
)
