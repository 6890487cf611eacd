import { LOANS } from './loans.ts'

/** Levels that stay where they are set: what does not move by itself costs nothing while the rest moves. */

/** Each with its value at the start. */
export const STANDING_LEVELS: ReadonlyMap<string, number> = new Map([
  ...LOANS.map(({ key, apr }) => [key, apr] as const),
  // The number of the data provider that Aave has in force.
  ['provider.aave', 1],
])

export interface Standing {
  /** The level at a time; an Error if there is no such level. */
  standing(key: string, at: number): number
  stand(key: string, value: number, now: number): void
}

export const createStanding = (): Standing => {
  const steered: { readonly key: string; readonly value: number; readonly at: number }[] = []
  return {
    standing: (key, at) => {
      const start = STANDING_LEVELS.get(key)
      if (start === undefined) throw new Error(`no such level: ${key}`)
      return steered.findLast((each) => each.key === key && each.at <= at)?.value ?? start
    },
    stand: (key, value, now) => void steered.push({ key, value, at: now }),
  }
}
