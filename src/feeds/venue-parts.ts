import { Type } from '@sinclair/typebox'
import { rounded } from '../canonical/measure.ts'
import { inSeconds } from '../time-units.ts'
import { share } from './answer-fields.ts'
import type { Declined } from './feed.ts'
import { freshness, type Lifetime } from './math/freshness.ts'

/** The fields of an answer about its venues, the same in every body that is computed from venues' own numbers. */

/** A venue whose number was used, and the time of its oldest fact, Unix milliseconds. */
export interface Entered {
  readonly exchange: string
  readonly at: number
}

/** The fields of an answer that state its venues. */
export const VENUE_FIELDS = {
  exchange_count: Type.Integer(),
  missing: Type.Array(Type.String(), { description: 'Venues of the method that had nothing fresh to say' }),
  sources: Type.Array(Type.String(), { description: 'Venues used, ASCII-sorted' }),
  confidence: share('Coverage and freshness; see /methodology.json'),
  observed_at: Type.Integer({ description: 'Unix seconds of the oldest fact that entered' }),
  fetched_at: Type.Integer({ description: 'Unix seconds of the computation' }),
}

/** The venues of a method, the lifetime of their values, and how many of them it needs. */
export interface VenueRules {
  /** Every venue that could be used. Coverage is the share of these. */
  readonly venues: readonly string[]
  readonly lifetime: Lifetime
  readonly quorum: number
}

/** The time of all examples, Unix seconds. */
export const EXAMPLE_AT = 1_795_000_000
/** Decimals (methods 0.2). */
export const VENUE_PLACES = { confidence: 2 } as const

/** The values of those fields and the rules behind them, for one method. */
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
  /** @param asked a quorum instead of the published one */
  const need = (asked: number | null): number => Math.max(1, asked ?? quorum)
  return {
    venues,
    quorum,
    need,
    confidence,
    values,
    /** An example with all venues, two seconds old. */
    example: values(
      venues.map((exchange) => ({ exchange, at: EXAMPLE_AT * 1_000 })),
      (EXAMPLE_AT + 2) * 1_000,
    ),
    /** The reason to decline if these are too few; `null` if they are enough. */
    tooFew: (entered: readonly Entered[], asked: number | null): Declined | null =>
      entered.length < need(asked) ? { kind: 'quorum_missed', have: entered.length, need: need(asked) } : null,
    /** The rule as text for the methodology. */
    confidenceRule: `venues used / venues of the method * mean freshness; fresh ${lifetime.freshSeconds} s, expired ${lifetime.expireSeconds} s`,
  }
}
