import {
  type Contract,
  type Liquidation,
  type LiquidationVenue,
  notionalOf,
  type Side,
} from '../../sources/liquidations/liquidation.ts'
import { LIQUIDATION_VENUES } from '../../sources/liquidations/venues.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type StreamFrame, type Stream, unheard } from '../stream.ts'

/** A liquidation of a priced instrument. */
export interface LiquidationEvent {
  readonly asset: string
  readonly side: Side
  readonly price: number
  /** In dollars. */
  readonly usd: number
  /** Unix milliseconds. */
  readonly at: number
  /** The venue's own values, to distinguish a repetition from another event: `BTCUSDT|97000.1|0.014`. */
  readonly said: string
}

/** All liquidations of one asset in one minute at one venue. */
export interface LiquidationMinute {
  /** Unix milliseconds of its beginning. */
  readonly start: number
  readonly asset: string
  readonly longUsd: number
  readonly shortUsd: number
  readonly count: number
  readonly largest: Omit<LiquidationEvent, 'asset' | 'said'>
}

/** One venue's liquidations of the last day. */
export interface LiquidationState {
  /** Single events of the last hour, oldest first. */
  readonly latest: readonly LiquidationEvent[]
  /** No event is missing in `latest` from here on (Unix milliseconds). In a flood the oldest ones are dropped. */
  readonly wholeFrom: number
  /** By minute and asset, oldest first, for a day. Complete even if events were dropped from `latest`. */
  readonly minutes: readonly LiquidationMinute[]
}

export type LiquidationStream = Stream<LiquidationState, LiquidationEvent | null>

const LINK_MS = 20_000
const SPEECH_MS = 900_000
/** If an event is further ahead than this, the venue's clock is wrong, and the event is left out. */
const AHEAD_MS = 60_000
/** An hour at three events a second: half as much again as the worst day of one asset. */
const MOST_LATEST = 10_000

const identityOf = ({ at, asset, side, said }: LiquidationEvent): string => `${at}|${asset}|${side}|${said}`

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

const counted = (minutes: Map<string, LiquidationMinute>, event: LiquidationEvent): void => {
  const { asset, side, usd, price, at } = event
  const start = Math.floor(at / MINUTE_MS) * MINUTE_MS
  const before = minutes.get(`${start}|${asset}`)
  minutes.set(`${start}|${asset}`, {
    start,
    asset,
    longUsd: (before?.longUsd ?? 0) + (side === 'long' ? usd : 0),
    shortUsd: (before?.shortUsd ?? 0) + (side === 'short' ? usd : 0),
    count: (before?.count ?? 0) + 1,
    largest: before && before.largest.usd >= usd ? before.largest : { side, usd, price, at },
  })
}

/**
 * Enters new events. Venues repeat events after a reconnect, so an event that is already known is left out. An event
 * older than the kept hour is left out too, because it cannot be distinguished from a repetition.
 */
export const enterLiquidations = (
  events: readonly (LiquidationEvent | null)[],
  before: LiquidationState,
  now: number,
): LiquidationState => {
  const known = new Set(before.latest.map(identityOf))
  const fresh: LiquidationEvent[] = []
  for (const event of events) {
    if (event === null || event.at > now + AHEAD_MS || event.at < Math.max(now - HOUR_MS, before.wholeFrom)) continue
    if (known.has(identityOf(event))) continue
    known.add(identityOf(event))
    fresh.push(event)
  }
  const minutes = new Map(before.minutes.map((minute) => [`${minute.start}|${minute.asset}`, minute]))
  for (const event of fresh) counted(minutes, event)
  const inHour = [...before.latest, ...fresh].filter(({ at }) => at >= now - HOUR_MS).toSorted((a, b) => a.at - b.at)
  const dropped = inHour[inHour.length - MOST_LATEST - 1]
  return {
    latest: inHour.slice(-MOST_LATEST),
    wholeFrom: dropped ? dropped.at + 1 : before.wholeFrom,
    minutes: [...minutes.values()]
      .filter(({ start }) => start >= now - DAY_MS - MINUTE_MS)
      .toSorted((a, b) => a.start - b.start),
  }
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
  empty: unheard<LiquidationState>({ latest: [], wholeFrom: 0, minutes: [] }),
  reader:
    () =>
    (frame): StreamFrame<LiquidationEvent | null> => {
      const found = venue.read(frame)
      if (found.kind !== 'liquidations') return found
      return {
        kind: 'events',
        events: found.liquidations.map((each) => eventOf(each, venue.contracts[each.symbol])),
      }
    },
  enter: enterLiquidations,
})

/** One stream for each exchange, by name. */
export const LIQUIDATION_STREAMS: ReadonlyMap<string, LiquidationStream> = new Map(
  LIQUIDATION_VENUES.map((venue) => [venue.name, streamOf(venue)]),
)
