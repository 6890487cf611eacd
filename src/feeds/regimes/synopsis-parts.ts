import { type Static, type TObject, type TProperties, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../canonical/jcs.ts'
import { SECOND_MS, utcDay } from '../../time-units.ts'
import type { Repeatable } from '../attested.ts'
import { CALENDAR, CALENDAR_TODAY } from '../calendar/calendar-carry.ts'
import { BASIS } from '../derivatives/basis-carry.ts'
import { FUNDING } from '../derivatives/funding-carry.ts'
import { INTEREST } from '../derivatives/interest-carry.ts'
import { LIQ_FLOW } from '../derivatives/liquidations-published.ts'
import { actorId } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { SENTIMENT } from '../indices/sentiment-published.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { VOLATILITY } from '../indices/volatility-carry.ts'
import { EXPIRY } from '../options/expiry/expiry-published.ts'
import { pick } from '../pick.ts'
import { SPOT, VWAP } from '../prices/price-carry.ts'

/** The fifteen parts of a synopsis: of which answer each is, and what it repeats of it. */

type Values = Readonly<Record<string, Json>>

/** A moment, Unix seconds. */
interface Moment {
  readonly now: number
}

export interface SynopsisPart {
  readonly from: Repeatable
  readonly key: string
  readonly actor: string
  /** The schema of what it repeats. */
  readonly fields: TProperties
  read(published: Values): Values
  /**
   * Whether it still says something at this time; left out if its age alone decides.
   *
   * @param said what it repeats
   * @param timestamp Unix seconds of the answer that it is from
   */
  holds?(said: Values, timestamp: number, at: Moment): boolean
}

type Held = Pick<SynopsisPart, 'holds'>

/** A part that repeats fields under their names. */
const part = <P extends TObject>(
  from: Repeatable<P>,
  key: string,
  names: readonly (keyof Static<P> & string)[],
  { holds }: Held = {},
): SynopsisPart => ({
  from,
  key,
  actor: actorId(from, { key }),
  fields: pick(from.published.properties, names),
  read: (published) => pick(published, names),
  ...(holds && { holds }),
})

const dayOf = (at: number): string => utcDay(at * SECOND_MS)

/** The first event that has an hour, of those that the calendar of thirty days lists. */
const nextEvent: SynopsisPart = {
  from: CALENDAR,
  key: '30D',
  actor: actorId(CALENDAR, { key: '30D' }),
  fields: {
    next_time: CALENDAR.published.properties.next_time,
    event: Type.Union([Type.String(), Type.Null()]),
    country: Type.Union([Type.String(), Type.Null()]),
    impact: Type.Union([Type.String(), Type.Null()]),
  },
  read: ({ next_time: next = null, events }) => {
    const listed = Value.Check(CALENDAR.published.properties.events, events) ? events : []
    const found = next === null ? undefined : listed.find(({ time }) => time === next)
    const { event, country, impact } = found ?? { event: null, country: null, impact: null }
    return { next_time: next, event, country, impact }
  },
  // An event that has passed is not the next one.
  holds: ({ next_time: next }, _timestamp, { now }) => typeof next !== 'string' || Date.parse(next) / SECOND_MS > now,
}

export const SYNOPSIS_PARTS = {
  mssi: part(STRESS, 'MARKET', ['value', 'regime']),
  msti: part(CONTAGION, 'MARKET', ['value', 'regime']),
  msxi_btc: part(SENTIMENT, 'BTC-USD', ['value', 'regime']),
  msvi_btc: part(VOLATILITY, 'BTC-USD', ['value', 'unit']),
  funding_btc: part(FUNDING, 'BTC-USD', ['composite_rate_8h', 'zscore_3d', 'regime']),
  funding_eth: part(FUNDING, 'ETH-USD', ['composite_rate_8h', 'zscore_3d', 'regime']),
  oi_btc: part(INTEREST, 'BTC-USD', ['total_oi_usd', 'delta_1h_pct', 'delta_4h_pct', 'delta_24h_pct']),
  liq_flow_btc_1h: part(LIQ_FLOW, 'BTC-1h', ['window', 'long_usd', 'short_usd', 'dominant_side']),
  spot_btc: part(SPOT, 'BTC-USD', ['price']),
  spot_eth: part(SPOT, 'ETH-USD', ['price']),
  vwap_btc: part(VWAP, 'BTC-USD', ['price']),
  basis_btc: part(BASIS, 'BTC-USD', ['median_bps', 'spread_bps', 'regime']),
  calendar_today: part(CALENDAR_TODAY, 'TODAY', ['event_count', 'high_impact_count'], {
    // After midnight it is of yesterday.
    holds: (_said, timestamp, { now }) => dayOf(timestamp) === dayOf(now),
  }),
  next_event: nextEvent,
  expiry_btc: part(EXPIRY, 'BTC', ['next'], {
    holds: ({ next }, _timestamp, { now }) => Value.Check(EXPIRY.published.properties.next, next) && next.time > now,
  }),
} as const satisfies Readonly<Record<string, SynopsisPart>>
export type SynopsisName = keyof typeof SYNOPSIS_PARTS
export const SYNOPSIS_NAMES = Object.keys(SYNOPSIS_PARTS) as SynopsisName[]

/** Without these nothing is sold. */
export const NEEDED_PARTS = ['mssi', 'spot_btc'] as const satisfies readonly SynopsisName[]

/** Parts that must be there. */
export const LEAST_PARTS = 12

/** Whether a part may be sold at this time: its own answer is young enough, and still says something. */
export const mayRepeat = (name: SynopsisName, said: Values, timestamp: number, now: number): boolean => {
  const { from, holds }: SynopsisPart = SYNOPSIS_PARTS[name]
  return now - timestamp <= from.sellableSeconds && (holds?.(said, timestamp, { now }) ?? true)
}
