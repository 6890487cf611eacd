import type { Json } from '../canonical/jcs.ts'
import type { Declined } from './feed.ts'

/** Why there is nothing to sell, in a form that buyers are told. */
export interface Shortfall {
  /** Stable word: `little_heard`. */
  readonly reason: string
  /** For people, without a full stop. */
  readonly message: string
  /** The measures behind it, under the names that they have in a body. */
  readonly facts: Readonly<Record<string, Json>>
}

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`

/** What a buyer is told of a tick that published nothing; `null` where the age of the last answer says all. */
export const shortfallOf = (declined: Declined): Shortfall | null => {
  if (declined.kind !== 'little_heard') return null
  const { kind, listened, least } = declined
  return {
    reason: kind,
    message: `${percent(listened)} of the window was heard, and less than ${percent(least)} is not sold`,
    facts: { listened, least_listened: least },
  }
}
