import { Type } from '@sinclair/typebox'
import { rounded } from '../canonical/measure.ts'
import { inSeconds } from '../time-units.ts'
import { share } from './answer-fields.ts'
import type { Declined } from './feed.ts'
import { freshness, type Lifetime } from './math/freshness.ts'

/** The members of an answer that say which venues are in it: in every body that is made of venues' own numbers. */

/** A venue whose number entered, and when the oldest fact in it stood, Unix milliseconds. */
export interface Entered {
  readonly exchange: string
  readonly at: number
}

/** Fields by which an answer tells whom it stands on. */
export const VENUE_FIELDS = {
  exchange_count: Type.Integer(),
  missing: Type.Array(Type.String(), { description: 'Venues of the method that had nothing fresh to say' }),
  sources: Type.Array(Type.String(), { description: 'Venues used, ASCII-sorted' }),
  confidence: share('Coverage and freshness; see /methodology.json'),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest fact that entered' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

/** Whom a method asks, how long what they say is good for, and how many of them it needs. */
export interface VenueRules {
  /** Every venue that could enter: what coverage is counted against. */
  readonly venues: readonly string[]
  readonly lifetime: Lifetime
  readonly quorum: number
}

/** The same for all examples, Unix seconds. */
export const EXAMPLE_AT = 1_795_000_000
/** Digits after the point (methods 0.2). */
export const VENUE_PLACES = { confidence: 2 } as const

/** Those fields with values, and the rules that they follow, for one method. */
export const venueParts = ({ venues, lifetime, quorum }: VenueRules) => {
  /** Coverage times mean freshness of the venues used (methods 0.3), unrounded. */
  const confidence = (entered: readonly Entered[], now: number): number =>
    entered.reduce((sum, { at }) => sum + freshness((now - at) / 1_000, lifetime), 0) / venues.length
  const values = (entered: readonly Entered[], now: number) => {
    const sources = entered.map(({ exchange }) => exchange).toSorted()
    return {
      exchange_count: sources.length,
      missing: venues.filter((name) => !sources.includes(name)).toSorted(),
      sources,
      confidence: rounded(confidence(entered, now), VENUE_PLACES.confidence),
      observed_at: inSeconds(Math.min(...entered.map(({ at }) => at))),
      fetched_at: inSeconds(now),
    }
  }
  /** @param asked a quorum that replaces the published one */
  const need = (asked: number | null): number => Math.max(1, asked ?? quorum)
  return {
    venues,
    quorum,
    need,
    confidence,
    values,
    /** All of them, two seconds ago. */
    example: values(
      venues.map((exchange) => ({ exchange, at: EXAMPLE_AT * 1_000 })),
      (EXAMPLE_AT + 2) * 1_000,
    ),
    /** Why these are too few; `null` where they are not. */
    tooFew: (entered: readonly Entered[], asked: number | null): Declined | null =>
      entered.length < need(asked) ? { kind: 'quorum_missed', have: entered.length, need: need(asked) } : null,
    /** The rule for people. */
    confidenceRule: `venues used / venues of the method * mean freshness; fresh ${lifetime.freshSeconds} s, expired ${lifetime.expireSeconds} s`,
  }
}
