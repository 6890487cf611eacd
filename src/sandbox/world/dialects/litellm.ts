import { type Dialect, ok, spelled, textual } from '../dialect.ts'
import { HOSTED, hostedKey } from '../model-prices.ts'

/** LiteLLM: one object of all models, dollars per token with exponents. */
const PATH = '/BerriAI/litellm/main/model_prices_and_context_window.json'

const SPECIMEN = {
  input_cost_per_token: 'the cost of a token in dollars',
  output_cost_per_token: 'the same',
  litellm_provider: 'one of https://docs.litellm.ai/docs/providers',
  mode: 'one of: chat, embedding',
}

const perToken = (perMillion: number): unknown => spelled((perMillion / 1e6).toExponential(9))

export const litellm: Dialect = {
  provider: 'litellm',
  hosts: ['raw.githubusercontent.com'],
  below: '/BerriAI/',
  serves: 'model_prices_and_context_window.json',
  answer({ path }, view) {
    if (path !== PATH) return textual('text/plain; charset=utf-8', '404: Not Found', 404)
    const rows = HOSTED.map((model) => {
      const factor = view.repriced(hostedKey(model)) * view.lie
      const row = {
        input_cost_per_token: perToken(model.input * factor),
        output_cost_per_token: perToken(model.output * factor),
        max_input_tokens: 200_000,
        litellm_provider: model.host,
        mode: 'chat',
      }
      return [model.litellm, row] as const
    })
    return ok({ sample_spec: SPECIMEN, ...Object.fromEntries(rows), 'dall-e-3': { mode: 'image_generation' } })
  },
}
