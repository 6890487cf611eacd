import { catalogue, sold, type Specified } from '../specified.ts'

const model = (list: string): string =>
  `input_usd_per_m_tokens output_usd_per_m_tokens context_window tier provider model`
    .split(' ')
    .map((field) => `${list}.${field}`)
    .join(' ')

/** Six providers. */
export const INFERENCE: readonly Specified[] = [
  ...sold({
    usd: '0.02',
    paths: `/oracle/inference/openai/pricing /oracle/inference/anthropic/pricing /oracle/inference/groq/pricing
            /oracle/inference/together/pricing /oracle/inference/fireworks/pricing
            /oracle/inference/cerebras/pricing`,
    fields: `provider ${model('models[]')}`,
    catalogue: '/oracle/inference/catalogue',
  }),
  ...sold({
    usd: '0.02',
    paths: '/oracle/inference/all',
    fields: model('models[]'),
    catalogue: '/oracle/inference/catalogue',
  }),
  ...sold({
    usd: '0.02',
    paths: '/oracle/inference/compare',
    fields: `tiers[].tier ${model('tiers[].cheapest')}`,
    catalogue: '/oracle/inference/catalogue',
  }),
  ...sold({
    usd: '0.02',
    paths: `/oracle/inference/compare/task/chat /oracle/inference/compare/task/code
            /oracle/inference/compare/task/reasoning /oracle/inference/compare/task/long_context
            /oracle/inference/compare/task/fast`,
    fields: `task ${model('ranking[]')}`,
    catalogue: '/oracle/inference/catalogue',
  }),
  catalogue('/oracle/inference/catalogue'),
]
