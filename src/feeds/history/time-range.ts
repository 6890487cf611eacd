import { Type } from '@sinclair/typebox'
import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'
import type { BrokenParameter, BrokenSpan, SpanRequest } from './computed.ts'
import { INTERVALS, INTERVAL_NAMES, type Interval, isInterval } from './intervals.ts'

/** Reads `from`, `to` and `interval` of a question about the past. */

/** The most rows in one answer (interface 8.1). */
export const MOST_ROWS = 1_440

/** Seconds after its end at which a candle counts as closed: until then its last price may still arrive. */
const CLOSED_AFTER = 5

export const FROM = Type.String({ description: 'Unix seconds or ISO 8601; a day back when left out' })
export const TO = Type.String({ description: 'Unix seconds or ISO 8601; now when left out' })

/** The range if the request names no `from`. */
const DEFAULT_SPAN: Readonly<Record<Interval, number>> = {
  '1m': DAY_SECONDS,
  '5m': DAY_SECONDS,
  '15m': DAY_SECONDS,
  '1h': DAY_SECONDS,
  '4h': 7 * DAY_SECONDS,
  '1d': 30 * DAY_SECONDS,
}

const ISO = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?(?:Z|[+-]\d\d:\d\d)?)?$/

/** Unix seconds of a bound: digits, or ISO 8601, which is UTC if it names no zone. */
export const readMoment = (text: string): number | null => {
  if (/^\d{9,11}$/.test(text)) return Number(text)
  if (!ISO.test(text)) return null
  const zoned = /(?:Z|[+-]\d\d:\d\d)$/.test(text) || !text.includes('T') ? text : `${text}Z`
  const ms = Date.parse(zoned)
  const day = Date.parse(`${text.slice(0, 10)}T00:00:00Z`)
  if (Number.isNaN(ms) || Number.isNaN(day)) return null
  // `Date.parse` may read the 30th of February as the 2nd of March.
  return new Date(day).toISOString().startsWith(text.slice(0, 10)) ? Math.floor(ms / 1000) : null
}

const MESSAGE =
  'must be Unix seconds of 9 to 11 digits, or ISO 8601 like 2026-11-21T12:00:00Z (in a query a plus sign is written %2B)'

type Query = Readonly<Record<string, string>>

/** Both bounds, `null` if left out, and every rule that they and the interval break. */
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
 * Reads the three parameters for candles. The range has only candles that are closed at `nowTs`. It is cut at
 * `keptSeconds` before `nowTs`.
 */
export const readRange = (query: Query, nowTs: number, keptSeconds: number): SpanRequest | BrokenSpan => {
  const { from, to, rules } = readBounds(query)
  const interval = query['interval'] ?? '1h'
  if (rules.length > 0 || !isInterval(interval)) return { kind: 'broken', rules }

  const step = INTERVALS[interval]
  const end = Math.min(to ?? nowTs, Math.floor((nowTs - CLOSED_AFTER) / step) * step - 1)
  const begin = from ?? end - DEFAULT_SPAN[interval] + 1
  const future = futureOf(begin, end, 'closed candle')
  // A candle belongs to the range if it begins in it.
  const first = Math.max(Math.ceil(begin / step) * step, Math.ceil((nowTs - keptSeconds) / step) * step)
  const broken = [...future, ...tooMany(Math.floor(end / step) - first / step + 1, interval)]
  return broken.length > 0 ? { kind: 'broken', rules: broken } : { kind: 'wish', from: first, to: end, interval }
}

/** A range of time, cut at `nowTs` and at what is kept. */
export const readTimeRange = (query: Query, nowTs: number, keptSeconds: number): SpanRequest | BrokenSpan => {
  const { from, to, rules } = readBounds(query)
  if (rules.length > 0) return { kind: 'broken', rules }
  const end = Math.min(to ?? nowTs, nowTs)
  // Starts at a full minute, so that a day has 1,440 minutes, at whatever second it ends.
  const begin = from ?? Math.floor(end / 60) * 60 - DAY_SECONDS + 60
  const future = futureOf(begin, end, 'row')
  return future.length > 0
    ? { kind: 'broken', rules: future }
    : { kind: 'wish', from: Math.max(begin, nowTs - keptSeconds), to: end }
}

/** The same with an interval between rows. If none is named, the shortest with which the answer holds all rows. */
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

/** The last row of each interval. */
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

/** The last rows of those hours, at the shortest interval. */
export const lastRows = (nowTs: number): SpanRequest => ({
  ...lastHours(nowTs),
  interval: INTERVAL_NAMES[0]!,
  last: PREVIEW_ROWS,
})
