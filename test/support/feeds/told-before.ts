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

const namesIn = (argument: unknown): readonly string[] =>
  (Array.isArray(argument) ? argument : Object.keys(argument ?? {})).map(String)

/** What names no providers, such as a level or a scenario, changes the market that all of them tell of. */
const concerns = (argument: unknown, provider: string): boolean => {
  const named = namesIn(argument).map(providerNamed)
  return named.length === 0 || named.includes(null) || named.some((name) => name === provider)
}

export const createStory = (): Story => {
  const lines: { readonly at: number; readonly verb: string; readonly argument: unknown }[] = []
  return {
    tell: (at, body) => {
      for (const [verb, argument] of Object.entries(body ?? {})) lines.push({ at, verb, argument })
    },
    ask: (at) => void lines.push({ at, verb: 'ask', argument: null }),
    of: (provider) => JSON.stringify(lines.filter(({ argument }) => concerns(argument, provider))),
  }
}
