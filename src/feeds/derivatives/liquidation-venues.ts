import { rounded } from '../../canonical/measure.ts'
import type { LiquidationVenue } from '../../sources/liquidations/liquidation.ts'
import { LIQUIDATION_VENUES } from '../../sources/liquidations/venues.ts'
import type { Declined, TickContext } from '../feed.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'
import { listened, type AnyStream, asAnyStream } from '../stream.ts'
import type { LiquidationState } from '../streams/liquidation-state.ts'
import { LIQUIDATION_STREAMS, type LiquidationStream } from '../streams/liquidation-streams.ts'

/**
 * The state of the liquidation streams in one window: which venues are received, for what share of it, and how much
 * confidence that gives.
 */

/** Age of the last message of a stream, heartbeats included (methods 0.3). */
const HEARD_LIFETIME: Lifetime = { freshSeconds: 60, expireSeconds: 300 }
/** Decimals of every share in an answer. */
export const LISTENED_PLACES = 4
/** A venue that is connected but sends no liquidation for too long counts half. */
const SILENT_METHOD = 0.5

/**
 * `silent`: connected, and no liquidation of any symbol for a quarter of an hour. `partial`: not received in a part of
 * the window.
 */
export const VENUE_STATUSES = ['live', 'silent', 'partial'] as const
export type VenueStatus = (typeof VENUE_STATUSES)[number]

/** One venue whose stream is received. */
export interface HeardVenue {
  readonly name: string
  readonly coverage: LiquidationVenue['coverage']
  readonly status: VenueStatus
  /** Share of the window that was received. */
  readonly listened: number
  /** Unix milliseconds of the last message, heartbeats included. */
  readonly heardAt: number
  readonly gathered: LiquidationState
  /** The share of another range of time that was received; bounds in Unix milliseconds. */
  readonly listenedIn: (from: number, to: number) => number
}

export interface HeardVenues {
  readonly venues: readonly HeardVenue[]
  /**
   * Share of the window that was received, rounded as in the answer: the mean over all venues; a missing venue counts
   * 0.
   */
  readonly listened: number
  /** 0 to 1: mean over all venues of listened share, freshness and silence. */
  readonly confidence: number
  readonly isDegraded: boolean
}

const streams: readonly LiquidationStream[] = [...LIQUIDATION_STREAMS.values()]

/** The streams that liquidation feeds read. */
export const liquidationStreams: readonly AnyStream[] = streams.map(asAnyStream)

/**
 * The venues that are received, with their share of `[from, context.now)`. A venue whose last message has expired is
 * left out.
 *
 * @param whole the time (Unix milliseconds) from which the state has lost no event
 */
export const heardVenues = (
  context: TickContext,
  from: number,
  whole: (state: LiquidationState) => number = () => 0,
): HeardVenues => {
  let [confidence, all] = [0, 0]
  const venues = LIQUIDATION_VENUES.flatMap((venue): readonly HeardVenue[] => {
    const stream = LIQUIDATION_STREAMS.get(venue.name)
    const stored = stream && context.boards.read(stream)
    if (!stored || stored.since === null) return []
    const fresh = freshness((context.now - stored.heardAt) / 1000, HEARD_LIFETIME)
    if (fresh === 0) return []
    // Only the time in which no event was lost is measured, but it is counted against the whole window.
    const start = Math.min(context.now, Math.max(from, whole(stored.gathered)))
    const kept = (context.now - start) / (context.now - from)
    const share = listened(stored, stream.linkMs, start, context.now) * kept
    const isSilent = context.now - stored.spokeAt > stream.speechMs
    all += share / LIQUIDATION_VENUES.length
    confidence += (share * fresh * (isSilent ? SILENT_METHOD : 1)) / LIQUIDATION_VENUES.length
    return [
      {
        name: venue.name,
        coverage: venue.coverage,
        status: isSilent ? 'silent' : share < 1 ? 'partial' : 'live',
        listened: share,
        heardAt: stored.heardAt,
        gathered: stored.gathered,
        // A time whose events were dropped in a flood would otherwise count as calm.
        listenedIn: (begin, end) => (begin < whole(stored.gathered) ? 0 : listened(stored, stream.linkMs, begin, end)),
      },
    ]
  })
  const isDegraded = venues.length < LIQUIDATION_VENUES.length || venues.some(({ status }) => status !== 'live')
  return {
    venues,
    listened: rounded(all, LISTENED_PLACES),
    confidence,
    isDegraded: isDegraded || confidence < 0.75,
  }
}

/** Below this many venues nothing is published. */
export const LIQUIDATION_QUORUM = 2

/** Below this received share of a window nothing is sold: the sum would miss most of the window. */
export const LEAST_LISTENED = 0.1

/** Why a window must not be sold; `null` if it may be sold. */
export const unsoldWindow = ({ venues, listened: share }: HeardVenues, quorum: number | null): Declined | null => {
  const need = quorum ?? LIQUIDATION_QUORUM
  if (venues.length < need) return { kind: 'quorum_missed', have: venues.length, need }
  // The rounded share decides, so that a reader of the refusal can check it.
  return share < LEAST_LISTENED ? { kind: 'little_heard', listened: share, least: LEAST_LISTENED } : null
}
