import { Type } from '@sinclair/typebox'
import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import type { BrokenParameter, BrokenSpan, SpanRequest } from './computed.ts'

/** `from`, `to` and `interval` of a question about the past. */

export const INTERVALS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': HOUR_SECONDS,
  '4h': 14_400,
  '1d': DAY_SECONDS,
} as const

export type Interval = keyof typeof INTERVALS

export const INTERVAL_NAMES = Object.keys(INTERVALS) as readonly Interval[]

/** At most so many rows of one answer (interface 8.1). */
export const MOST_ROWS = 1_440

/** A candle is closed so many seconds after its end: its last price may still be on its way. */
const CLOSED_AFTER = 5

export const FROM = Type.String({ description: 'Unix seconds or ISO 8601; a day back when left out' })
export const TO = Type.String({ description: 'Unix seconds or ISO 8601; now when left out' })

/** What is shown when nobody says from when. */
const DEFAULT_SPAN: Readonly<Record<Interval, number>> = {
  '1m': DAY_SECONDS,
  '5m': DAY_SECONDS,
  '15m': DAY_SECONDS,
  '1h': DAY_SECONDS,
  '4h': 7 * DAY_SECONDS,
  '1d': 30 * DAY_SECONDS,
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** Unix seconds of a bound as it was written: digits, or ISO 8601, in UTC when it names no zone. */
export const readMoment = (text: string): number | null => {
  if (/^\d{9,11}$/.test(text)) return Number(text)
  if (!ISO.test(text)) return null
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const ms = Date.parse(zoned)
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(ms) || Number.isNaN(day)) return null
  // The 30th of February would be read as the 2nd of March.
  return new Date(day).toISOString().startsWith(text.slice(0, 10)) ? Math.floor(ms / 1000) : null
}

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text)

const MESSAGE =
  'must be Unix seconds of 9 to 11 digits, or ISO 8601 like 2026-11-21T12:00:00Z (in a query a plus sign is written %2B)'

type Query = Readonly<Record<string, string>>

/** Both bounds as they were written, `null` where left out, and every rule that they and the interval break. */
const readBounds = (query: Query) => {
  const rules: BrokenParameter[] = []
  const { interval } = query
  if (interval !== undefined && !isInterval(interval)) {
    const message = `must be one of ${INTERVAL_NAMES.join(', ')}`
    rules.push({ parameter: 'interval', rule: 'unknown_value', message })
  }
  const bound = (name: 'from' | 'to'): number | null => {
    const text = query[name]
    if (text === undefined) return null
    const moment = readMoment(text)
    if (moment === null) rules.push({ parameter: name, rule: 'invalid_time', message: MESSAGE })
    return moment
  }
  const [from, to] = [bound('from'), bound('to')]
  if (from !== null && to !== null && from > to)
    rules.push({ parameter: 'from', rule: 'after_to', message: 'must not be later than `to`' })
  return { from, to, rules }
}

const futureOf = (begin: number, end: number, what: string): BrokenParameter[] =>
  begin > end ? [{ parameter: 'from', rule: 'in_the_future', message: `leaves no ${what} before now` }] : []

const tooMany = (rows: number, interval: string): BrokenParameter[] =>
  rows > MOST_ROWS
    ? [
        {
          parameter: 'from',
          rule: 'too_many_rows',
          message: `asks for ${rows} rows of ${interval}, at most ${MOST_ROWS} are sold at once`,
        },
      ]
    : []

/**
 * Reads the three parameters at a moment, as candles want them. Only candles that are closed by then are in the range;
 * what lies further back than `keptSeconds` is cut off.
 */
export const readRange = (query: Query, nowTs: number, keptSeconds: number): SpanRequest | BrokenSpan => {
  const { from, to, rules } = readBounds(query)
  const interval = query['interval'] ?? '1h'
  if (rules.length > 0 || !isInterval(interval)) return { kind: 'broken', rules }

  const step = INTERVALS[interval]
  const end = Math.min(to ?? nowTs, Math.floor((nowTs - CLOSED_AFTER) / step) * step - 1)
  const begin = from ?? end - DEFAULT_SPAN[interval] + 1
  const future = futureOf(begin, end, 'closed candle')
  // A candle belongs to the range when it begins in it.
  const first = Math.max(Math.ceil(begin / step) * step, Math.ceil((nowTs - keptSeconds) / step) * step)
  const broken = [...future, ...tooMany(Math.floor(end / step) - first / step + 1, interval)]
  return broken.length > 0 ? { kind: 'broken', rules: broken } : { kind: 'wish', from: first, to: end, interval }
}

/** A span of time, cut at now and at what is kept. */
export const readTimeRange = (query: Query, nowTs: number, keptSeconds: number): SpanRequest | BrokenSpan => {
  const { from, to, rules } = readBounds(query)
  if (rules.length > 0) return { kind: 'broken', rules }
  const end = Math.min(to ?? nowTs, nowTs)
  // So that a day of minutes has 1,440 of them, wherever in a minute it ends.
  const begin = from ?? Math.floor(end / 60) * 60 - DAY_SECONDS + 60
  const future = futureOf(begin, end, 'row')
  return future.length > 0
    ? { kind: 'broken', rules: future }
    : { kind: 'wish', from: Math.max(begin, nowTs - keptSeconds), to: end }
}

/** The same with rows so far apart; without an interval, as close together as an answer can hold. */
export const readSpacedSpan = (query: Query, nowTs: number, keptSeconds: number): SpanRequest | BrokenSpan => {
  const span = readTimeRange(query, nowTs, keptSeconds)
  if (span.kind === 'broken') return span
  const rowsOf = (interval: Interval): number =>
    Math.floor(span.to / INTERVALS[interval]) - Math.floor(span.from / INTERVALS[interval]) + 1
  const interval =
    (query['interval'] as Interval | undefined) ?? INTERVAL_NAMES.find((each) => rowsOf(each) <= MOST_ROWS) ?? '1d'
  const rules = tooMany(rowsOf(interval), interval)
  return rules.length > 0 ? { kind: 'broken', rules } : { ...span, interval }
}

/** The last of each interval. */
export const lastOfEach = <T extends { readonly t: number }>(rows: readonly T[], interval: Interval): readonly T[] => {
  const step = INTERVALS[interval]
  return rows.filter((row, at) => Math.floor(row.t / step) !== Math.floor((rows[at + 1]?.t ?? Infinity) / step))
}

/** A free copy holds the last three to five rows (interface 3.7). */
export const PREVIEW_ROWS = 5

/** The five hours before the running one. */
export const lastHours = (nowTs: number): SpanRequest => {
  const end = Math.floor((nowTs - CLOSED_AFTER) / HOUR_SECONDS) * HOUR_SECONDS
  return { kind: 'wish', from: end - 5 * HOUR_SECONDS, to: end - 1, interval: '1h' }
}

/** The last rows of those hours, as close together as they are sold where nobody names an interval. */
export const lastRows = (nowTs: number): SpanRequest => ({
  ...lastHours(nowTs),
  interval: INTERVAL_NAMES[0]!,
  last: PREVIEW_ROWS,
})
