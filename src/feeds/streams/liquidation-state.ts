import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'
import type { InParts } from '../stream.ts'

const LiquidationEvent = Type.Object({
  asset: Type.String(),
  side: Type.Union([Type.Literal('long'), Type.Literal('short')]),
  price: Type.Number(),
  /** In dollars. */
  usd: Type.Number(),
  /** Unix milliseconds. */
  at: Type.Number(),
  /** The venue's own values, to distinguish a repetition from another event: `BTCUSDT|97000.1|0.014`. */
  said: Type.String(),
})
/** A liquidation of a priced instrument. */
export type LiquidationEvent = Readonly<Static<typeof LiquidationEvent>>

const LiquidationSum = Type.Object({
  asset: Type.String(),
  longUsd: Type.Number(),
  shortUsd: Type.Number(),
  count: Type.Integer(),
  largest: Type.Omit(LiquidationEvent, ['asset', 'said']),
})
/** All liquidations of one asset in one minute at one venue. */
export type LiquidationSum = Readonly<Static<typeof LiquidationSum>>

const LiquidationMinute = Type.Object({
  /** Unix milliseconds of its beginning. */
  start: Type.Number(),
  /** Oldest first. None once the minute is over for an hour and a little. */
  events: Type.Unsafe<readonly LiquidationEvent[]>(Type.Array(LiquidationEvent)),
  /** By asset. Complete even if events were dropped. */
  sums: Type.Unsafe<readonly LiquidationSum[]>(Type.Array(LiquidationSum)),
})
/** One minute of one venue. One that has not changed is the same object as before. */
export type LiquidationMinute = Readonly<Static<typeof LiquidationMinute>>

/** One venue's liquidations of the last day. */
export interface LiquidationState {
  /** No event of the last hour is missing from here on (Unix milliseconds). In a flood the oldest ones are dropped. */
  readonly wholeFrom: number
  /** Those with liquidations, oldest first, for a day. */
  readonly minutes: readonly LiquidationMinute[]
}

export const NO_LIQUIDATIONS: LiquidationState = { wholeFrom: 0, minutes: [] }

/** If an event is further ahead than this, the venue's clock is wrong, or ours. */
export const AHEAD_MS = 60_000
/** An hour at three events a second: half as much again as the worst day of one asset. */
const MOST_EVENTS = 10_000

/** A reader may be behind by its clock, or by the time that it waited for the store, and wants the hour before its own now. */
const EVENTS_KEPT_MS = HOUR_MS + 2 * MINUTE_MS

const minuteOf = ({ at }: LiquidationEvent): number => Math.floor(at / MINUTE_MS) * MINUTE_MS

/** Venues repeat events after a reconnect. */
const identityOf = ({ at, asset, side, said }: LiquidationEvent): string => `${at}|${asset}|${side}|${said}`

const withEvent = (sums: readonly LiquidationSum[], event: LiquidationEvent): readonly LiquidationSum[] => {
  const { asset, side, usd, price, at } = event
  const before = sums.find((sum) => sum.asset === asset)
  const sum = {
    asset,
    longUsd: (before?.longUsd ?? 0) + (side === 'long' ? usd : 0),
    shortUsd: (before?.shortUsd ?? 0) + (side === 'short' ? usd : 0),
    count: (before?.count ?? 0) + 1,
    largest: before && before.largest.usd >= usd ? before.largest : { side, usd, price, at },
  }
  return before ? sums.map((each) => (each === before ? sum : each)) : [...sums, sum]
}

/** @param told of this minute */
const withEvents = (before: LiquidationMinute, told: readonly LiquidationEvent[]): LiquidationMinute => {
  const known = new Set(before.events.map(identityOf))
  const fresh = told.filter((event) => {
    const identity = identityOf(event)
    return !known.has(identity) && known.add(identity)
  })
  if (fresh.length === 0) return before
  return {
    start: before.start,
    events: [...before.events, ...fresh].toSorted((a, b) => a.at - b.at),
    sums: fresh.reduce(withEvent, before.sums),
  }
}

const entered = (minutes: readonly LiquidationMinute[], told: readonly LiquidationEvent[]) => {
  const byMinute = Map.groupBy(told, minuteOf)
  const known = minutes.map((minute) => {
    const events = byMinute.get(minute.start)
    byMinute.delete(minute.start)
    return events ? withEvents(minute, events) : minute
  })
  const fresh = [...byMinute].map(([start, events]) => withEvents({ start, events: [], sums: [] }, events))
  return fresh.length === 0 ? known : [...known, ...fresh].toSorted((a, b) => a.start - b.start)
}

const aged = (minutes: readonly LiquidationMinute[], now: number): readonly LiquidationMinute[] =>
  minutes
    .filter(({ start }) => start >= now - DAY_MS - MINUTE_MS)
    .map((minute) =>
      minute.events.length > 0 && minute.start + MINUTE_MS <= now - EVENTS_KEPT_MS ? { ...minute, events: [] } : minute,
    )

const isSame = (a: readonly LiquidationMinute[], b: readonly LiquidationMinute[]): boolean =>
  a.length === b.length && a.every((minute, at) => minute === b[at])

/** Single events from a time on (Unix milliseconds), oldest first. They are kept for an hour. */
export const eventsSince = ({ minutes }: LiquidationState, from: number): readonly LiquidationEvent[] =>
  minutes.flatMap(({ start, events }) =>
    start + MINUTE_MS <= from ? [] : start >= from ? events : events.filter(({ at }) => at >= from),
  )

/** Drops the oldest single events of a flood, and says from when on none is missing. */
const bounded = (state: LiquidationState, now: number): LiquidationState => {
  const inHour = eventsSince(state, now - HOUR_MS)
  const last = inHour[inHour.length - MOST_EVENTS - 1]
  if (!last) return state
  const dropped = new Set(inHour.slice(0, -MOST_EVENTS))
  return {
    wholeFrom: last.at + 1,
    minutes: state.minutes.map((minute) => {
      const events = minute.events.filter((event) => !dropped.has(event))
      return events.length === minute.events.length ? minute : { ...minute, events }
    }),
  }
}

/**
 * Enters new events. One that is already known is left out. So is an event that is older than the kept hour, because it
 * cannot be distinguished from a repetition. Returns the same state if nothing has changed.
 */
export const enterLiquidations = (
  told: readonly (LiquidationEvent | null)[],
  before: LiquidationState,
  now: number,
): LiquidationState => {
  const oldest = Math.max(now - HOUR_MS, before.wholeFrom)
  const timely = told.flatMap((event) => (event && event.at >= oldest && event.at <= now + AHEAD_MS ? [event] : []))
  const minutes = aged(entered(before.minutes, timely), now)
  return isSame(minutes, before.minutes) ? before : bounded({ wholeFrom: before.wholeFrom, minutes }, now)
}

/** As it was stored before it had parts. */
const WholeState = Type.Object({
  latest: Type.Array(LiquidationEvent),
  wholeFrom: Type.Number(),
  minutes: Type.Array(Type.Composite([LiquidationSum, Type.Object({ start: Type.Number() })])),
})

const fromWhole = (stored: unknown): LiquidationState | null => {
  if (!Value.Check(WholeState, stored)) return null
  const events = Map.groupBy(stored.latest, minuteOf)
  return {
    wholeFrom: stored.wholeFrom,
    minutes: [...Map.groupBy(stored.minutes, ({ start }) => start)].map(([start, rows]) => ({
      start,
      events: events.get(start) ?? [],
      sums: rows.map(({ start: _, ...sum }) => sum),
    })),
  }
}

const Rest = Type.Object({ wholeFrom: Type.Number() })

/** A minute is a part: of a day only the running one is written each second. */
export const LIQUIDATIONS_IN_PARTS: InParts<LiquidationState, LiquidationMinute> = {
  partsOf: ({ minutes }) => minutes,
  keyOf: ({ start }) => `m${start / MINUTE_MS}`,
  restOf: ({ wholeFrom }) => ({ wholeFrom }),
  isPart: (stored): stored is LiquidationMinute => Value.Check(LiquidationMinute, stored),
  join: (rest, parts) =>
    Value.Check(Rest, rest)
      ? { wholeFrom: rest.wholeFrom, minutes: parts.toSorted((a, b) => a.start - b.start) }
      : null,
  fromWhole,
}
