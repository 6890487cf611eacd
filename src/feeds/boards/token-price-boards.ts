import { genaiPrices, genaiTable } from '../../sources/inference/genai-prices.ts'
import { litellm, litellmTable } from '../../sources/inference/litellm.ts'
import { openrouter, openrouterHosts, openrouterMakers } from '../../sources/inference/openrouter.ts'
import type { Query } from '../../sources/query.ts'
import type { PriceTable } from '../../sources/inference/token-price.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'
import { MODELS, OPEN_MODELS } from '../inference/models.ts'

/** The last good table of each question, of our models alone, and when it was read, Unix milliseconds. */
export interface TokenPriceState {
  readonly tables: Readonly<Record<string, { readonly readAt: number; readonly prices: PriceTable }>>
}

const SLOW_SECONDS = 6 * HOUR_SECONDS

const ours = (names: ReadonlySet<string>, told: PriceTable, suffix: string): PriceTable =>
  Object.fromEntries(
    Object.entries(told).flatMap(([name, price]) => {
      const known = suffix === '' ? name : `${suffix}@${name}`
      return names.has(known) ? [[known, price]] : []
    }),
  )

const named = (source: keyof (typeof MODELS)[number]['ids']): ReadonlySet<string> =>
  new Set(MODELS.flatMap(({ ids }) => ids[source] ?? []))

/** @param slug the open model whose hosts a table tells; empty for a table of all models */
const question = (names: ReadonlySet<string>, query: Query<PriceTable>, slug = '') =>
  boardQuestion(query, (told: PriceTable, readAt, { tables }: TokenPriceState): TokenPriceState => ({
    tables: { ...tables, [slug]: { readAt, prices: ours(names, told, slug) } },
  }))

const GENAI = named('genai')
const LITELLM = named('litellm')
const OPENROUTER = named('openrouter')
const empty: TokenPriceState = { tables: {} }

/** One board per source, in the order in which they are believed. */
export const TOKEN_PRICE_BOARDS: Readonly<Record<'genai' | 'litellm' | 'openrouter', Board<TokenPriceState>>> = {
  genai: {
    id: 'tokens/genaiprices',
    source: genaiPrices,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: ({ now }) => [question(GENAI, genaiTable(now))],
  },
  litellm: {
    id: 'tokens/litellm',
    source: litellm,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: () => [question(LITELLM, litellmTable)],
  },
  openrouter: {
    id: 'tokens/openrouter',
    source: openrouter,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: () => [
      question(OPENROUTER, openrouterMakers),
      ...OPEN_MODELS.map((slug) => question(OPENROUTER, openrouterHosts(slug), slug)),
    ],
  },
}
