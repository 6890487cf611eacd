/** Hosts of models and what they ask, invented: dollars per million tokens in and out. */

/** One model at one host, with its names in the lists that tell its price. */
export interface HostedModel {
  readonly host: string
  /** In genai-prices, below its host. */
  readonly name: string
  readonly litellm: string
  /** At OpenRouter: `maker/model`, or `maker/model@host` where it is open and has several hosts. */
  readonly openrouter: string
  readonly input: number
  readonly output: number
}

type Row = readonly [host: string, name: string, litellm: string, openrouter: string, input: number, output: number]

const ROWS: readonly Row[] = [
  ['openai', 'gpt-5.6-sol', 'gpt-5.6-sol', 'openai/gpt-5.6-sol', 4.0, 20.0],
  ['openai', 'gpt-5.6-terra', 'gpt-5.6-terra', 'openai/gpt-5.6-terra', 4.28, 21.4],
  ['openai', 'gpt-5.6-luna', 'gpt-5.6-luna', 'openai/gpt-5.6-luna', 1.026, 4.56],
  ['openai', 'gpt-5.4-mini', 'gpt-5.4-mini', 'openai/gpt-5.4-mini', 1.089, 4.84],
  ['openai', 'gpt-5.4-nano', 'gpt-5.4-nano', 'openai/gpt-5.4-nano', 0.256, 1.024],
  ['openai', 'o3', 'o3', 'openai/o3', 0.81, 3.24],
  ['openai', 'o4-mini', 'o4-mini', 'openai/o4-mini', 0.852, 3.408],
  ['anthropic', 'claude-opus-5', 'claude-opus-5', 'anthropic/claude-opus-5', 5.96, 29.8],
  ['anthropic', 'claude-opus-4-8', 'claude-opus-4-8', 'anthropic/claude-opus-4.8', 6.24, 31.2],
  ['anthropic', 'claude-sonnet-5', 'claude-sonnet-5', 'anthropic/claude-sonnet-5', 1.467, 6.52],
  ['anthropic', 'claude-haiku-4-5', 'claude-haiku-4-5', 'anthropic/claude-haiku-4.5', 0.34, 1.36],
  ['groq', 'openai/gpt-oss-120b', 'groq/openai/gpt-oss-120b', 'openai/gpt-oss-120b@groq', 1.062, 4.248],
  ['groq', 'openai/gpt-oss-20b', 'groq/openai/gpt-oss-20b', 'openai/gpt-oss-20b@groq', 0.368, 1.472],
  [
    'groq',
    'llama-3.3-70b-versatile',
    'groq/llama-3.3-70b-versatile',
    'meta-llama/llama-3.3-70b-instruct@groq',
    1.719,
    7.64,
  ],
  ['groq', 'llama-3.1-8b-instant', 'groq/llama-3.1-8b-instant', 'meta-llama/llama-3.1-8b-instruct@groq', 0.396, 1.584],
  ['groq', 'qwen/qwen3-32b', 'groq/qwen/qwen3-32b', 'qwen/qwen3-32b@groq', 1.23, 4.92],
  [
    'together',
    'deepseek-v4-pro',
    'together_ai/deepseek-ai/DeepSeek-V4-Pro',
    'deepseek/deepseek-v4-pro@together',
    8.48,
    42.4,
  ],
  ['together', 'kimi-k2.6', 'together_ai/moonshotai/Kimi-K2.6', 'moonshotai/kimi-k2.6@together', 8.76, 43.8],
  [
    'together',
    'meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'together_ai/meta-llama/Llama-3.3-70B-Instruct-Turbo',
    'meta-llama/llama-3.3-70b-instruct@together',
    2.034,
    9.04,
  ],
  ['together', 'gpt-oss-120b', 'together_ai/openai/gpt-oss-120b', 'openai/gpt-oss-120b@together', 1.398, 5.592],
  [
    'fireworks',
    'deepseek-v4-pro',
    'fireworks_ai/accounts/fireworks/models/deepseek-v4-pro',
    'deepseek/deepseek-v4-pro@fireworks',
    9.6,
    48.0,
  ],
  [
    'fireworks',
    'kimi-k2p6',
    'fireworks_ai/accounts/fireworks/models/kimi-k2p6',
    'moonshotai/kimi-k2.6@fireworks',
    9.88,
    49.4,
  ],
  ['fireworks', 'glm-5p2', 'fireworks_ai/accounts/fireworks/models/glm-5p2', 'z-ai/glm-5.2@fireworks', 2.286, 10.16],
  [
    'fireworks',
    'gpt-oss-120b',
    'fireworks_ai/accounts/fireworks/models/gpt-oss-120b',
    'openai/gpt-oss-120b@fireworks',
    1.566,
    6.264,
  ],
  ['cerebras', 'gpt-oss-120b', 'cerebras/gpt-oss-120b', 'openai/gpt-oss-120b@cerebras', 1.608, 6.432],
  ['cerebras', 'llama3.1-8b', 'cerebras/llama3.1-8b', 'meta-llama/llama-3.1-8b-instruct@cerebras', 0.55, 2.2],
]

export const HOSTED: readonly HostedModel[] = ROWS.map(([host, name, litellm, openrouter, input, output]) => ({
  host,
  name,
  litellm,
  openrouter,
  input,
  output,
}))

/** The name of a hosted model in `POST /world`: `groq/qwen/qwen3-32b`. */
export const hostedKey = ({ host, name }: Pick<HostedModel, 'host' | 'name'>): string => `${host}/${name}`

/** New prices of hosts, as factors on the ones before. */
export interface Repriced {
  /** By how much the price of a model differs from the invented one at this time. */
  factor(key: string, now: number): number
  reprice(key: string, by: number, now: number): void
}

export const createRepriced = (): Repriced => {
  const steered: { readonly key: string; readonly by: number; readonly at: number }[] = []
  return {
    factor: (key, now) =>
      steered.reduce((factor, each) => (each.key === key && each.at <= now ? factor * each.by : factor), 1),
    reprice: (key, by, now) => void steered.push({ key, by, at: now }),
  }
}
