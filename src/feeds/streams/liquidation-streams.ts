import {
  type Contract,
  type Liquidation,
  type LiquidationVenue,
  notionalOf,
} from '../../sources/liquidations/liquidation.ts'
import { LIQUIDATION_VENUES } from '../../sources/liquidations/venues.ts'
import { UnreadableReply } from '../../sources/query.ts'
import { DAY_MS } from '../../time-units.ts'
import { type StreamFrame, type Stream, unheard } from '../stream.ts'
import {
  AHEAD_MS,
  enterLiquidations,
  LIQUIDATIONS_IN_PARTS,
  type LiquidationEvent,
  type LiquidationState,
  NO_LIQUIDATIONS,
} from './liquidation-state.ts'

export type LiquidationStream = Stream<LiquidationState, LiquidationEvent | null>

const LINK_MS = 20_000
const SPEECH_MS = 900_000
/** The event of a priced instrument; `null` for any other, which only shows that the venue sends. */
const eventOf = (liquidation: Liquidation, contract: Contract | undefined): LiquidationEvent | null =>
  contract
    ? {
        asset: contract.asset,
        side: liquidation.side,
        price: Number(liquidation.price),
        usd: notionalOf(liquidation, contract),
        at: liquidation.at,
        said: `${liquidation.symbol}|${liquidation.price}|${liquidation.size}`,
      }
    : null

/**
 * A time that is not of now is in another unit, or of a clock that is wrong. The event would be entered nowhere, and the
 * sums without it would look whole, so its frame counts as one that could not be read. Venues repeat what is older than an
 * hour, and nothing repeats yesterday.
 */
const refuseOtherTimes = (events: readonly (LiquidationEvent | null)[], now: number): void => {
  const other = events.find((event) => event && (event.at > now + AHEAD_MS || event.at < now - DAY_MS))
  if (other) throw new UnreadableReply(`the time of a liquidation is ${other.at}, and now is ${now}`)
}

const streamOf = (venue: LiquidationVenue): LiquidationStream => ({
  id: `liq/${venue.name}`,
  source: venue.source,
  path: venue.path,
  subscribe: venue.subscribe,
  ...(venue.heartbeat !== undefined && { heartbeat: venue.heartbeat }),
  linkMs: LINK_MS,
  speechMs: SPEECH_MS,
  keepMs: DAY_MS,
  empty: unheard(NO_LIQUIDATIONS),
  reader:
    () =>
    (frame, now): StreamFrame<LiquidationEvent | null> => {
      const found = venue.read(frame)
      // The others would go on, and the sums without these would look whole.
      if (found.kind === 'refused') return { kind: 'broken', words: `a subscription was refused: ${found.words}` }
      if (found.kind !== 'liquidations') return found
      const events = found.liquidations.map((each) => eventOf(each, venue.contracts[each.symbol]))
      refuseOtherTimes(events, now)
      return { kind: 'events', events }
    },
  enter: enterLiquidations,
  inParts: LIQUIDATIONS_IN_PARTS,
})

/** One stream for each exchange, by name. */
export const LIQUIDATION_STREAMS: ReadonlyMap<string, LiquidationStream> = new Map(
  LIQUIDATION_VENUES.map((venue) => [venue.name, streamOf(venue)]),
)
