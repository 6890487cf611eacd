import { decimalText } from '../decimal-text.ts'
import type { DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'

/** A number that a computed value was made of. */
export interface ValuePart {
  readonly name: string
  readonly value: DecimalText
}

/** One published value of a statistical series. */
export interface Observation {
  /** `2026-05`, `2026-Q1` or `2026-11-20`: what the value is about, never when it was published. */
  readonly period: string
  /** The publisher's own text. */
  readonly value: DecimalText
  /** The publisher calls it preliminary, provisional or estimated. */
  readonly isProvisional?: true
  /** Absent for a value that is published as it is. */
  readonly parts?: readonly ValuePart[]
}

/** The values of one series in a reply, oldest first and at least one. */
export interface SeriesReply {
  readonly rows: readonly Observation[]
  /** The publisher's code of the unit, if the reply names it. */
  readonly unit?: string
}

/** The series of a reply, by the publisher's own id. */
export type SeriesReplies = Readonly<Record<string, SeriesReply>>

export type Frequency = 'month' | 'quarter' | 'day'

const MISSING = new Set(['', '.', '..', '-', '--', ':', 'NA', 'N/A', 'NAN', 'ND', 'NULL'])

/** Whether a publisher writes this where there is no value. */
export const isMissing = (value: string): boolean => MISSING.has(value.trim().toUpperCase())

/** A row with a value; none where the publisher has no value. */
export const observed = (
  period: string,
  value: string,
  more: Omit<Observation, 'period' | 'value'> = {},
): Observation[] => (isMissing(value) ? [] : [{ period, value: decimalText(value, `the value of ${period}`), ...more }])

/** Rows in the order of their periods. Two values of one period mean that the reply holds two series. */
export const seriesOf = (name: string, rows: readonly Observation[], unit?: string): SeriesReply => {
  const sorted = rows.toSorted((a, b) => (a.period < b.period ? -1 : 1))
  const twice = sorted.find(({ period }, at) => sorted[at + 1]?.period === period)
  if (twice) throw new UnreadableReply(`${name} has two values of ${twice.period}`)
  if (sorted.length === 0) throw new UnreadableReply(`${name} has no values`)
  return { rows: sorted, ...(unit !== undefined && { unit }) }
}
