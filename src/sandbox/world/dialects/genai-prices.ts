import { type Dialect, ok, textual } from '../dialect.ts'
import { HOSTED, type HostedModel, hostedKey } from '../model-prices.ts'
import type { View } from '../view.ts'

/** genai-prices: hosts with their models. One has steps for long contexts, one a price that is over. */
const PATH = '/pydantic/genai-prices/main/prices/data_slim.json'

const figures = (view: View, model: HostedModel) => {
  const factor = view.repriced(hostedKey(model)) * view.lie
  return {
    input_mtok: Number((model.input * factor).toFixed(6)),
    output_mtok: Number((model.output * factor).toFixed(6)),
  }
}

const pricesOf = (view: View, model: HostedModel) => {
  const { input_mtok: input, output_mtok: output } = figures(view, model)
  if (model.name === 'gpt-5.6-sol')
    return {
      input_mtok: { base: input, tiers: [{ start: 272_000, price: input * 2 }] },
      output_mtok: { base: output, tiers: [{ start: 272_000, price: output * 1.5 }] },
    }
  if (model.name === 'o3')
    return [
      { prices: { input_mtok: input * 5, output_mtok: output * 5 } },
      { constraint: { start_date: '2025-06-10' }, prices: figures(view, model) },
      { constraint: { start_date: '2031-01-01' }, prices: { input_mtok: input / 2, output_mtok: output / 2 } },
    ]
  return figures(view, model)
}

export const genaiPrices: Dialect = {
  provider: 'genaiprices',
  hosts: ['raw.githubusercontent.com'],
  below: '/pydantic/',
  serves: 'data_slim.json',
  answer({ path }, view) {
    if (path !== PATH) return textual('text/plain; charset=utf-8', '404: Not Found', 404)
    const hosts = [...Map.groupBy(HOSTED, ({ host }) => host)]
    return ok(
      hosts.map(([id, models]) => ({
        id,
        name: id,
        api_pattern: `https://api\\.${id}\\.com`,
        models: models.map((model) => ({
          id: model.name,
          match: { equals: model.name },
          prices: pricesOf(view, model),
        })),
      })),
    )
  },
}
