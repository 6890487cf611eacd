import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import table from './models.json'

/** The models that are priced: a settings file that holds names, tiers and windows, and never a price. */

export const TIERS = ['frontier', 'efficient', 'fast', 'reasoning'] as const
export type ModelTier = (typeof TIERS)[number]

export const HOSTS = ['openai', 'anthropic', 'groq', 'together', 'fireworks', 'cerebras'] as const
export type Host = (typeof HOSTS)[number]

const word = <const W extends string>(words: readonly W[]) => Type.Union(words.map((each) => Type.Literal(each)))

const Model = Type.Object({
  provider: word(HOSTS),
  model: Type.String(),
  tier: word(TIERS),
  /** Tokens. Ours, as the tier is. */
  context_window: Type.Integer({ minimum: 1 }),
  /** The day on which it was added here. */
  since: Type.String(),
  /** Its name in each source; `null` where that does not list it. `slug@host` is a host of an open model. */
  ids: Type.Object({
    genai: Type.Union([Type.String(), Type.Null()]),
    litellm: Type.Union([Type.String(), Type.Null()]),
    openrouter: Type.Union([Type.String(), Type.Null()]),
  }),
})
export type Model = Static<typeof Model>

/** @throws Error if the file is not of this form */
export const MODELS: readonly Model[] = Value.Parse(Type.Array(Model), table)

/** The open models whose hosts are asked for, each once. */
export const OPEN_MODELS: readonly string[] = [
  ...new Set(MODELS.flatMap(({ ids }) => (ids.openrouter?.includes('@') ? [ids.openrouter.split('@')[0]!] : []))),
].toSorted()
