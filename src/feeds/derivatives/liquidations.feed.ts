import { type Static, Type } from '@sinclair/typebox'
import { fixed } from '../../canonical/decimal.ts'
import { roundedOrNull } from '../../canonical/measure.ts'
import { HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { type BurstState, burstAfter, closingStatistics, LEAST_HEARD, MINUTES, NO_BURST } from '../math/liquidations.ts'
import { sum } from '../math/sums.ts'
import { eventsSince } from '../streams/liquidation-state.ts'
import type { Subject } from '../subject.ts'
import { exchangeRow, HEARD_EXAMPLE, heardPart, NOTES, SUMS_EXAMPLE, sumsPart } from './liquidation-answer.ts'
import { subjectAsset, LIQUIDATED } from './liquidation-subjects.ts'
import { LIQUIDATIONS } from './liquidations-published.ts'
import {
  type HeardVenue,
  heardVenues,
  LIQUIDATION_QUORUM,
  liquidationStreams,
  unsoldWindow,
} from './liquidation-venues.ts'
import { LIQUIDATIONS_SALE, LiquidationsAnswer, KNOWN_SHARE } from './liquidations-sale.ts'

/** Unix seconds, or `null` if there is no such moment. */
const moment = Type.Union([Type.Number(), Type.Null()])

const LiquidationsCarry = Type.Object({
  longUsd: Type.Number(),
  shortUsd: Type.Number(),
  confidence: Type.Number(),
  /** The state of the burst, for the next tick. The release before wrote no `seenAt`. */
  burst: Type.Object({ active: Type.Boolean(), calmSince: moment, seenAt: Type.Optional(moment) }),
})
type LiquidationsCarry = Static<typeof LiquidationsCarry>

/** A minute below this many dollars does not begin a burst (methods 5.4). */
const MIN_BURST_USD: Readonly<Record<string, number>> = { BTC: 1_000_000, ETH: 500_000, SOL: 250_000 }

/** If two ticks are further apart than this, the time between them does not count as calm. */
const WATCHED_SECONDS = 60

const burstBefore = ({ previous, now }: TickContext<LiquidationsCarry>): BurstState => {
  if (!previous) return NO_BURST
  const { burst: kept } = previous.carry
  const isWatched = now / 1000 - previous.timestamp <= WATCHED_SECONDS
  return { ...kept, calmSince: isWatched ? kept.calmSince : null, seenAt: kept.seenAt ?? previous.timestamp }
}

const eventsOf = ({ gathered }: HeardVenue, asset: string, now: number) =>
  eventsSince(gathered, now - HOUR_MS).filter((event) => event.asset === asset && event.at <= now)

/** For each minute of the hour, oldest first: whether it was received well enough to be known. */
const minutesHeard = (venues: readonly HeardVenue[], now: number): readonly boolean[] =>
  Array.from({ length: MINUTES }, (_, minute) => {
    const from = now - (MINUTES - minute) * MINUTE_MS
    const shares = venues.map(({ listenedIn }) => listenedIn(from, from + MINUTE_MS))
    return sum(shares) >= KNOWN_SHARE * venues.length
  })

const conclude = (
  subject: Subject,
  context: TickContext<LiquidationsCarry>,
): Conclusion<LiquidationsAnswer, LiquidationsCarry> | Declined => {
  const asset = subjectAsset(subject)
  const heard = heardVenues(context, context.now - HOUR_MS, ({ wholeFrom }) => wholeFrom)
  const unsold = unsoldWindow(heard, context.quorum)
  if (unsold) return unsold
  const byVenue = heard.venues.map((venue) => ({ venue, events: eventsOf(venue, asset, context.now) }))
  const asOf = context.now / 1000
  const minutes = minutesHeard(heard.venues, context.now)
  const found = closingStatistics(
    byVenue.flatMap(({ events }) => events).map((event) => ({ ...event, t: event.at / 1000 })),
    asOf,
    MIN_BURST_USD[asset] ?? 0,
    minutes,
  )
  const burst = burstAfter(burstBefore(context), found, asOf)
  const rows = byVenue.map(({ venue, events }) => {
    const of = (side: string) =>
      events.filter((event) => event.side === side).reduce((sum, event) => sum + event.usd, 0)
    return exchangeRow(venue, { longUsd: of('long'), shortUsd: of('short'), count: events.length })
  })
  const content: LiquidationsAnswer = {
    domain: subject.domain,
    window_seconds: 3600,
    minutes_heard: minutes.filter(Boolean).length,
    ...sumsPart(
      found.longUsd,
      found.shortUsd,
      rows,
      byVenue.flatMap(({ venue, events }) => events.map((event) => ({ ...event, exchange: venue.name }))),
    ),
    clustering: {
      fano: roundedOrNull(found.fano, 4),
      time: roundedOrNull(found.clusteringTime, 4),
      price_hhi: Number(fixed(found.clusteringPrice, 4)),
    },
    burst: { active: burst.active, z: roundedOrNull(found.burstZ, 2), last_minute_usd: fixed(found.lastMinuteUsd, 2) },
    ...heardPart(rows, heard),
  }
  const carry = {
    longUsd: found.longUsd,
    shortUsd: found.shortUsd,
    confidence: heard.confidence,
    burst: { ...burst },
  }
  return { kind: 'concluded', content, carry }
}

const exampleOf = (subject: Subject): LiquidationsAnswer => ({
  domain: subject.domain,
  window_seconds: 3600,
  minutes_heard: MINUTES,
  ...SUMS_EXAMPLE,
  clustering: { fano: 3.12, time: 0.5146, price_hhi: 0.2288 },
  burst: { active: false, z: 0.41, last_minute_usd: '52000.10' },
  ...HEARD_EXAMPLE,
})

export const liquidations = defineFeed({
  id: LIQUIDATIONS.id,
  published: LIQUIDATIONS.published,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Positions closed by force in the last hour on three exchanges: imbalance, clustering, bursts',
  noun: 'liquidations',
  subjects: LIQUIDATED,
  answer: LiquidationsAnswer,
  carry: LiquidationsCarry,
  exampleOf,
  methodology: {
    ...NOTES,
    minutesHeard: `a minute counts where at least ${KNOWN_SHARE} of it was heard, mean over the venues that are there; one that a flood pushed out does not`,
    imbalance: '(L - S) / (L + S); dominant side neutral below 0.1 either way',
    clusteringTime: 'Fano factor F of the counts of 60 minutes, max(0, (F - 1) / (F + 1))',
    clusteringPrice:
      'Herfindahl sum of notional shares in buckets of 25 basis points of log price round the median event price',
    burst: `last minute x against those before that were heard, at least ${LEAST_HEARD - 1}: z = (x - median) / max(1.4826 MAD, 0.25 mean, 1); begins at z >= 5 with x at least the asset minimum, ends after three minutes below z = 2, or when it was last measured an hour ago`,
    burstMinimumUsd: MIN_BURST_USD,
    quorum: LIQUIDATION_QUORUM,
  },

  everySeconds: 15,
  streams: () => liquidationStreams,
  conclude,

  sale: LIQUIDATIONS_SALE,
})
