import { rounded } from '../../canonical/measure.ts'
import type { LiquidationVenue } from '../../sources/liquidations/liquidation.ts'
import { LIQUIDATION_VENUES } from '../../sources/liquidations/venues.ts'
import type { Declined, TickContext } from '../feed.ts'
import { freshness, type Lifetime } from '../math/freshness.ts'
import { listened, type AnyStream, asAnyStream } from '../stream.ts'
import { LIQUIDATION_STREAMS, type LiquidationState, type LiquidationStream } from '../streams/liquidation-streams.ts'

/** How the liquidation streams stand in one window: who is heard, how much of it, and what that is worth. */

/** Sign of life of a stream (methods 0.3). */
const HEARD_LIFETIME: Lifetime = { freshSeconds: 60, expireSeconds: 300 }
/** Decimals of every share that is printed. */
export const LISTENED_PLACES = 4
/** Of a venue that lives and says nothing for too long, half is believed. */
const SILENT_METHOD = 0.5

/** `silent`: connected, and no liquidation of any symbol for a quarter of an hour. `partial`: part was not heard. */
export const VENUE_STATUSES = ['live', 'silent', 'partial'] as const
export type VenueStatus = (typeof VENUE_STATUSES)[number]

/** One venue that is heard. */
export interface HeardVenue {
  readonly name: string
  readonly coverage: LiquidationVenue['coverage']
  readonly status: VenueStatus
  /** Share of the window that was listened to. */
  readonly listened: number
  /** Unix milliseconds of the last sign of life. */
  readonly heardAt: number
  readonly gathered: LiquidationState
  /** The share of another stretch that was listened to, Unix milliseconds. */
  readonly listenedIn: (from: number, to: number) => number
}

export interface HeardVenues {
  readonly venues: readonly HeardVenue[]
  /** Share of the window that was heard, as it is printed: mean over all venues, of which one that is missing counts 0. */
  readonly listened: number
  /** 0 to 1: mean over all venues of listened share, freshness and silence. */
  readonly confidence: number
  readonly isDegraded: boolean
}

const streams: readonly LiquidationStream[] = [...LIQUIDATION_STREAMS.values()]

/** What liquidation feeds look at. */
export const liquidationStreams: readonly AnyStream[] = streams.map(asAnyStream)

/**
 * The venues that are heard, with their share of `[from, look.now)`. One whose last sign of life has expired is left out.
 *
 * @param whole from when on (Unix milliseconds) what is read of a state is without loss
 */
export const heardVenues = (
  look: TickContext,
  from: number,
  whole: (state: LiquidationState) => number = () => 0,
): HeardVenues => {
  let [confidence, all] = [0, 0]
  const venues = LIQUIDATION_VENUES.flatMap((venue): readonly HeardVenue[] => {
    const stream = LIQUIDATION_STREAMS.get(venue.name)
    const stored = stream && look.boards.read(stream)
    if (!stored || stored.since === null) return []
    const fresh = freshness((look.now - stored.heardAt) / 1000, HEARD_LIFETIME)
    if (fresh === 0) return []
    // Measured from where nothing is lost, and counted against the whole window.
    const start = Math.min(look.now, Math.max(from, whole(stored.gathered)))
    const kept = (look.now - start) / (look.now - from)
    const share = listened(stored, stream.linkMs, start, look.now) * kept
    const isSilent = look.now - stored.spokeAt > stream.speechMs
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
        // What a flood pushed out would count as calm.
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

/** Below this share of a window nothing is sold: a sum over so little of it is no sum of it. */
export const LEAST_LISTENED = 0.1

/** Why a window may not be sold; `null` when it may. */
export const unsoldWindow = ({ venues, listened: share }: HeardVenues, quorum: number | null): Declined | null => {
  const need = quorum ?? LIQUIDATION_QUORUM
  if (venues.length < need) return { kind: 'quorum_missed', have: venues.length, need }
  // The printed share decides, so that whoever reads the refusal can follow it.
  return share < LEAST_LISTENED ? { kind: 'little_heard', listened: share, least: LEAST_LISTENED } : null
}
