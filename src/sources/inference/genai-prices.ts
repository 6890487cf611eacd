import { utcDay } from '../../time-units.ts'
import type { DecimalText } from '../market.ts'
import type { Query, Source } from '../query.ts'
import { decimal, field, items, optional, type Piece, reply, text } from '../shape.ts'
import { filled, tokenPriceOf, type PriceTable, type TokenPrice } from './token-price.ts'

/** Prices of hosts, gathered by the makers of a library. https://github.com/pydantic/genai-prices */
export const genaiPrices: Source = {
  name: 'genaiprices',
  origin: 'https://raw.githubusercontent.com',
  // No limit is published for files; one question a day.
  rate: { requests: 10, perSeconds: 60 },
  timeoutMs: 30_000,
  maxBytes: 4_194_304,
  rights: 'open',
  terms: 'https://github.com/pydantic/genai-prices/blob/main/LICENSE',
  termsNote: 'MIT; prices are gathered from the pages of the hosts.',
}

/** A figure, or one with steps for long contexts, of which the base is taken. */
const figure = (of: Piece): DecimalText => decimal(typeof of.value === 'string' ? of : field(of, 'base'))

const priceIn = (prices: Piece): TokenPrice | null => {
  const [input, output] = [optional(prices, 'input_mtok'), optional(prices, 'output_mtok')]
  return input && output ? tokenPriceOf(figure(input), figure(output)) : null
}

/** The day on which a price begins; `null` of one that always held, and nothing of one that holds at other conditions. */
const startOf = (entry: Piece): string | null | undefined => {
  const constraint = optional(entry, 'constraint')
  if (!constraint || constraint.value === null) return null
  const start = optional(constraint, 'start_date')
  return start ? text(start) : undefined
}

/** The last price whose day has come, in the order of the list. */
const inForce = (prices: Piece, today: string): TokenPrice | null => {
  if (!Array.isArray(prices.value)) return priceIn(prices)
  const begun = items(prices).filter((entry) => {
    const start = startOf(entry)
    return start !== undefined && (start === null || start <= today)
  })
  const last = begun.at(-1)
  return last ? priceIn(field(last, 'prices')) : null
}

/**
 * Prices by `provider/model` as the file names them: `groq/openai/gpt-oss-120b`.
 *
 * @param now Unix milliseconds: of prices with dates, those of that day in UTC
 */
export const genaiTable = (now: number): Query<PriceTable> => ({
  provider: genaiPrices,
  path: '/pydantic/genai-prices/main/prices/data_slim.json',
  read: (body) =>
    filled(
      items(reply(body)).flatMap((provider) => {
        const host = text(field(provider, 'id'))
        return items(field(provider, 'models')).map((model) => {
          const prices = optional(model, 'prices')
          return [`${host}/${text(field(model, 'id'))}`, prices && inForce(prices, utcDay(now))] as const
        })
      }),
    ),
})
