import { Type } from '@sinclair/typebox'
import { rounded } from '../canonical/measure.ts'
import { inSeconds, SECOND_MS } from '../time-units.ts'
import { share } from './answer-fields.ts'
import { STAMP_AHEAD_MS } from './boards/pushed-quotes.ts'
import type { Declined } from './feed.ts'
import { FLOORS } from './indices/assembly.ts'
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

/** What a body says of its venues. */
interface StatedParts {
  readonly exchange_count: number
  readonly sources: readonly string[]
  readonly confidence: number
  readonly observed_at: number
  readonly fetched_at: number
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
/** When examples are computed, Unix seconds: their facts are two seconds old. */
export const EXAMPLE_TICK = EXAMPLE_AT + 2
/** The same in Unix milliseconds. */
export const EXAMPLE_TICK_MS = EXAMPLE_TICK * 1_000
/** Decimals (methods 0.2). */
export const VENUE_PLACES = { confidence: 2 } as const

/** Said by measures of which a buyer must know at once whether the whole market is in them. */
export const DEGRADED_FIELD = {
  degraded: Type.Boolean({ description: `A venue is missing, or confidence is below ${FLOORS.degraded}` }),
}

/** The value of that field, from the fields above as they are printed. */
export const isDegraded = (of: { readonly missing: readonly string[]; readonly confidence: number }): boolean =>
  of.missing.length > 0 || of.confidence < FLOORS.degraded

/** The values of those fields and the rules behind them, for one method. */
export const venueParts = ({ venues, lifetime, quorum }: VenueRules) => {
  /**
   * Coverage times mean freshness of the venues used (methods 0.3), unrounded.
   *
   * @param coverage of another measure than the number of venues, 0 to 1
   */
  const confidence = (entered: readonly Entered[], now: number, coverage = entered.length / venues.length): number =>
    (coverage * entered.reduce((sum, { at }) => sum + freshness((now - at) / 1_000, lifetime), 0)) /
    Math.max(1, entered.length)
  const values = (entered: readonly Entered[], now: number, coverage?: number) => {
    const sources = entered.map(({ exchange }) => exchange).toSorted()
    return {
      exchange_count: sources.length,
      missing: venues.filter((name) => !sources.includes(name)).toSorted(),
      sources,
      confidence: rounded(confidence(entered, now, coverage), VENUE_PLACES.confidence),
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
    /** An example with all venues. */
    example: values(
      venues.map((exchange) => ({ exchange, at: EXAMPLE_AT * 1_000 })),
      EXAMPLE_TICK_MS,
    ),
    /** The reason to decline if these are too few; `null` if they are enough. */
    tooFew: (entered: readonly Entered[], asked: number | null): Declined | null =>
      entered.length < need(asked) ? { kind: 'quorum_missed', have: entered.length, need: need(asked) } : null,
    /** Whether stated venues are those of the method, used or missing, and enough: for verifiers. */
    isByMethod: ({ sources, missing }: { readonly sources: readonly string[]; readonly missing: readonly string[] }) =>
      sources.length >= quorum && [...sources, ...missing].toSorted().join() === venues.toSorted().join(),
    /**
     * Whether number, age and confidence follow from the venues used: for verifiers. Printed times are whole seconds, so
     * an age is known to a second.
     *
     * @param used the rows of the body that entered, with their own times
     */
    followFrom: (
      used: readonly { readonly exchange: string; readonly observed_at: number }[],
      body: StatedParts,
      coverage?: number,
    ): boolean => {
      const entered = used.map(({ exchange, observed_at: at }) => ({ exchange, at: at * SECOND_MS }))
      const bound = (seconds: number): number =>
        rounded(confidence(entered, (body.fetched_at + seconds) * SECOND_MS, coverage), VENUE_PLACES.confidence)
      return (
        body.exchange_count === body.sources.length &&
        body.observed_at === Math.min(...used.map(({ observed_at: at }) => at)) &&
        used.every(({ observed_at: at }) => at - body.fetched_at <= STAMP_AHEAD_MS / SECOND_MS) &&
        bound(1) <= body.confidence &&
        body.confidence <= bound(-1)
      )
    },
    /** The rule as text for the methodology. */
    confidenceRule: `venues used / venues of the method * mean freshness; fresh ${lifetime.freshSeconds} s, expired ${lifetime.expireSeconds} s`,
  }
}
