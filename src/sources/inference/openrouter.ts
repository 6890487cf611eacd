import type { Query, Source } from '../query.ts'
import { field, items, optional, type Piece, reply, same, text, unrefused } from '../shape.ts'
import { filled, perMillion, tokenPriceOf, type PriceTable, type TokenPrice } from './token-price.ts'

/** A market of hosts. https://openrouter.ai/docs/api-reference/list-available-models */
export const openrouter: Source = {
  name: 'openrouter',
  origin: 'https://openrouter.ai',
  // No limit is published for lists; some ten questions a day.
  rate: { requests: 20, perSeconds: 60 },
  timeoutMs: 20_000,
  maxBytes: 4_194_304,
  rights: 'attribution',
  terms: 'https://openrouter.ai/terms',
  termsNote: 'Public list under its terms of use; not reviewed by counsel.',
}

/** Zero is a free variant, minus one a router: neither is a price. */
const priceIn = (row: Piece): TokenPrice | null => {
  const pricing = field(row, 'pricing')
  return tokenPriceOf(perMillion(field(pricing, 'prompt')), perMillion(field(pricing, 'completion')))
}

/**
 * Prices by `maker/model`. They are those of the cheapest host, so they are a witness of a maker's own models alone.
 */
export const openrouterMakers: Query<PriceTable> = {
  provider: openrouter,
  path: '/api/v1/models',
  read: (body) =>
    filled(
      items(field(unrefused(reply(body), 'error'), 'data')).map(
        (row) => [text(field(row, 'id')), priceIn(row)] as const,
      ),
    ),
}

/**
 * Prices of one open model by host, in small letters: `groq`, `together`.
 *
 * @param slug `openai/gpt-oss-120b`
 */
export const openrouterHosts = (slug: string): Query<PriceTable> => ({
  provider: openrouter,
  path: `/api/v1/models/${slug}/endpoints`,
  read: (body) => {
    const data = field(unrefused(reply(body), 'error'), 'data')
    const id = optional(data, 'id')
    if (id) same(id, slug)
    return filled(
      items(field(data, 'endpoints')).map(
        (row) => [text(field(row, 'provider_name')).toLowerCase(), priceIn(row)] as const,
      ),
    )
  },
})
