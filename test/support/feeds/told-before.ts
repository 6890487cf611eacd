import { providerNamed } from '../../../src/sandbox/world/providers.ts'

/**
 * What a provider of the simulated world was told, and when it was asked. Told the same at the same times it answers
 * the same, so the state of its boards is read once for all tests.
 */
export interface Story {
  /** A `POST /world`. */
  tell(at: number, body: unknown): void
  /** All boards are polled. */
  ask(at: number): void
  /** The part of it that one provider may answer by. */
  of(provider: string): string
}

/** Verbs that change the market. All others name providers. */
const OF_ALL = new Set(['clear', 'volatility', 'set', 'shock', 'cascade'])

const isAbout = (argument: unknown, provider: string): boolean => {
  const named = Array.isArray(argument) ? argument : Object.keys(argument ?? {})
  return named.some((name) => providerNamed(String(name)) === provider)
}

export const createStory = (): Story => {
  const lines: { readonly at: number; readonly verb: string; readonly argument: unknown }[] = []
  return {
    tell: (at, body) => {
      for (const [verb, argument] of Object.entries(body ?? {})) lines.push({ at, verb, argument })
    },
    ask: (at) => void lines.push({ at, verb: 'ask', argument: null }),
    of: (provider) =>
      JSON.stringify(
        lines.filter(({ verb, argument }) => verb === 'ask' || OF_ALL.has(verb) || isAbout(argument, provider)),
      ),
  }
}
