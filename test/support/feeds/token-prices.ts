import type { TokenPriceState } from '../../../src/feeds/boards/token-price-boards.ts'
import { MODELS } from '../../../src/feeds/inference/models.ts'
import type { PriceTable, TokenPrice } from '../../../src/sources/inference/token-price.ts'
import { OPEN } from './market.ts'

/** Lists of token prices as boards that a conclusion reads. */

export type Source = 'genai' | 'litellm' | 'openrouter'

const BOARDS: Readonly<Record<Source, string>> = {
  genai: 'tokens/genaiprices',
  litellm: 'tokens/litellm',
  openrouter: 'tokens/openrouter',
}

/** What a list says of a model: `provider/model` of the settings file; `null` has it no longer. */
export type Say = (key: string, source: Source) => TokenPrice | null

const keyOf = ({ provider, model }: (typeof MODELS)[number]): string => `${provider}/${model}`

const stateOf = (source: Source, say: Say, readAt: number): TokenPriceState => {
  const tables: Record<string, Record<string, TokenPrice>> = { '': {} }
  for (const model of MODELS) {
    const name = model.ids[source]
    if (name === null) continue
    const table = (tables[name.includes('@') ? name.split('@')[0]! : ''] ??= {})
    const price = say(keyOf(model), source)
    if (price) table[name] = price
  }
  return {
    tables: Object.fromEntries(
      Object.entries(tables).map(([slug, prices]) => [slug, { readAt, prices: prices satisfies PriceTable }]),
    ),
  }
}

/** All lists read so long ago; a list that is left out was never read. */
export const listsOf = (say: Say, ages: Readonly<Partial<Record<Source, number>>>): Map<string, unknown> =>
  new Map((Object.keys(ages) as Source[]).map((source) => [BOARDS[source], stateOf(source, say, OPEN - ages[source]!)]))
