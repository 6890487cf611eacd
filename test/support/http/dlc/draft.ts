import type { Dice } from '../../dlc/random.ts'
import type { Good, Spoil } from './wrong-values.ts'

/** A create body in the making, and what has been spoiled in it so far. */

export interface Draft {
  readonly random: Dice
  readonly nowTs: number
  /** Host of the service itself. */
  readonly own: string
  /** How likely each part is to be spoiled. */
  readonly badness: number
  readonly broken: string[]
}

export const RESOLVER = 'metadata.resolverConfig'

export const spoil = ({ random, broken }: Draft, path: string, wrong: Spoil): unknown => {
  const [value, rule] = wrong(random)
  broken.push(`${path} ${rule}`)
  return value
}

/** Clients send `null` for a field they leave out. */
export const absent = (random: Dice): null | undefined => (random.chance(0.5) ? null : undefined)

export const must = (draft: Draft, path: string, good: Good, wrong: Spoil): unknown => {
  const { random, badness } = draft
  if (!random.chance(badness)) return good(random)
  return spoil(draft, path, random.chance(0.2) ? () => [absent(random), 'missing'] : wrong)
}

export const may = (draft: Draft, path: string, good: Good, wrong: Spoil): unknown =>
  draft.random.chance(draft.badness)
    ? spoil(draft, path, wrong)
    : draft.random.chance(0.3)
      ? absent(draft.random)
      : good(draft.random)
