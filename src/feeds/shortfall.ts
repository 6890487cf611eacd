import type { Json } from '../canonical/jcs.ts'
import type { Declined } from './feed.ts'

/** Why there is nothing to sell, in a form for buyers. */
export interface Shortfall {
  /** Stable word; one of the keys of `SHORTFALLS`. */
  readonly reason: string
  /** A text for people, without a full stop. */
  readonly message: string
  /** The measures behind it, with their field names in a body. */
  readonly facts: Readonly<Record<string, Json>>
}

/** All reasons, and the fields that each one adds. */
export const SHORTFALLS = {
  little_heard: 'listened and least_listened, shares of the window',
  low_confidence:
    'confidence and least_confidence: of a live price its coverage times freshness, of an index its confidence',
  needs_past: 'recorded_seconds and needed_seconds of a past that only we can record',
  last_heard: 'last_heard_at, Unix seconds of the last report',
  guard_not_met:
    'confidence and min_confidence, or age_seconds and max_age, of each guard of the buyer that is not met',
} as const

/** Rounded down, so that a share below the limit is never shown as equal to it. */
const floored = (share: number): number => Math.floor(share * 1_000) / 1_000

const percent = (share: number): string => `${Number((100 * share).toFixed(2))} %`

/** The explanation for buyers after a tick that published nothing; `null` if the age of the last answer is enough. */
export const shortfallOf = (declined: Declined): Shortfall | null => {
  switch (declined.kind) {
    case 'little_heard': {
      const { kind, listened, least } = declined
      const message = `${percent(listened)} of the window was heard, and less than ${percent(least)} is not sold`
      return { reason: kind satisfies keyof typeof SHORTFALLS, message, facts: { listened, least_listened: least } }
    }
    case 'low_confidence': {
      const { kind, found, floor } = declined
      const confidence = floored(found)
      const message = `what is known is worth ${confidence}, and less than ${floor} is not sold`
      return { reason: kind satisfies keyof typeof SHORTFALLS, message, facts: { confidence, least_confidence: floor } }
    }
    case 'needs_past': {
      const { kind, recorded, needed } = declined
      const message = `it compares with ${needed} s ago, and our record is ${recorded} s long`
      const facts = { recorded_seconds: recorded, needed_seconds: needed }
      return { reason: kind satisfies keyof typeof SHORTFALLS, message, facts }
    }
    case 'last_heard': {
      const { kind, at, message } = declined
      return { reason: kind satisfies keyof typeof SHORTFALLS, message, facts: { last_heard_at: at } }
    }
    default:
      return null
  }
}
