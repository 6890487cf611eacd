import { genaiPrices, genaiTable } from '../../sources/inference/genai-prices.ts'
import { litellm, litellmTable } from '../../sources/inference/litellm.ts'
import { openrouter, openrouterHosts, openrouterMakers } from '../../sources/inference/openrouter.ts'
import type { Query } from '../../sources/query.ts'
import type { PriceTable } from '../../sources/inference/token-price.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import { boardQuestion, type Board } from '../board.ts'
import { knownModels, type KnownModels } from '../inference/candidate-models.ts'
import { enteredTable, type KeptTable } from '../inference/kept-prices.ts'
import { MODELS, OPEN_MODELS } from '../inference/models.ts'

/** The last good table of each question, of our models alone, and when it was read, Unix milliseconds. */
export interface TokenPriceState {
  readonly tables: Readonly<Record<string, KeptTable>>
  /** Models that are not ours; absent before the first list of all models. */
  readonly others?: KnownModels
}

const SLOW_SECONDS = 6 * HOUR_SECONDS

/** The name of a model in a table of all models, or that of a host in the table of an open model. */
const nameIn = (told: string, slug: string): string => (slug === '' ? told : `${slug}@${told}`)

const slugOf = (name: string): string => (name.includes('@') ? name.split('@')[0]! : '')

const ours = (names: ReadonlySet<string>, told: PriceTable, slug: string): PriceTable =>
  Object.fromEntries(
    Object.entries(told)
      .map(([name, price]) => [nameIn(name, slug), price] as const)
      .filter(([name]) => names.has(name)),
  )

const named = (source: keyof (typeof MODELS)[number]['ids']): ReadonlySet<string> =>
  new Set(MODELS.flatMap(({ ids }) => ids[source] ?? []))

/** @param slug the open model whose hosts a table tells; empty for a table of all models */
const question = (source: keyof (typeof MODELS)[number]['ids'], query: Query<PriceTable>, slug = '') => {
  const own = new Set([...NAMES[source]].filter((name) => slugOf(name) === slug))
  return boardQuestion(query, (told: PriceTable, readAt, { tables, ...state }: TokenPriceState): TokenPriceState => ({
    ...state,
    tables: { ...tables, [slug]: enteredTable(ours(own, told, slug), tables[slug] ?? null, own.size, readAt) },
    ...(slug === '' && { others: knownModels(source, Object.keys(told), state.others, readAt) }),
  }))
}

const NAMES = { genai: named('genai'), litellm: named('litellm'), openrouter: named('openrouter') }
const empty: TokenPriceState = { tables: {} }

/** One board per source, in the order in which they are believed. */
export const TOKEN_PRICE_BOARDS: Readonly<Record<'genai' | 'litellm' | 'openrouter', Board<TokenPriceState>>> = {
  genai: {
    id: 'tokens/genaiprices',
    source: genaiPrices,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: ({ now }) => [question('genai', genaiTable(now))],
  },
  litellm: {
    id: 'tokens/litellm',
    source: litellm,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: () => [question('litellm', litellmTable)],
  },
  openrouter: {
    id: 'tokens/openrouter',
    source: openrouter,
    everySeconds: SLOW_SECONDS,
    empty,
    asks: () => [
      question('openrouter', openrouterMakers),
      ...OPEN_MODELS.map((slug) => question('openrouter', openrouterHosts(slug), slug)),
    ],
  },
}
