import type { Query, Source } from '../query.ts'
import { UnreadableReply } from '../query.ts'

/** One release or meeting that an authority has announced. */
export interface CalendarEntry {
  /** As the authority calls it. */
  readonly title: string
  /** The day of it where the authority is, `YYYY-MM-DD`. */
  readonly date: string
  /** Unix milliseconds; `null` where the authority names a day and no hour. */
  readonly at: number | null
  /** What the numbers will be about, as written: `July 2026`. `null` where it is not told. */
  readonly period: string | null
}

/** One list of an authority: one request. */
export interface CalendarList {
  /** Unlike that of the other lists of this authority: `10/2026`. */
  readonly name: string
  readonly query: Query<readonly CalendarEntry[]>
}

/** One authority that announces its releases to machines. */
export interface CalendarSource {
  readonly source: Source
  /** Whose events these are. */
  readonly country: 'US' | 'EU' | 'GB' | 'JP'
  /** The page of the same calendar that people read. */
  readonly page: string
  /**
   * The lists to ask for.
   *
   * @param now Unix milliseconds
   */
  lists(now: number): readonly CalendarList[]
}

/** An empty list is an authority in trouble, and no quiet year. */
export const notEmpty = (events: readonly CalendarEntry[]): readonly CalendarEntry[] => {
  if (events.length === 0) throw new UnreadableReply('no event at all')
  return events
}

/** The parts of a day that begins at midnight. */
export interface ClockTime {
  readonly hour: number
  readonly minute: number
}

/** `2:00 p.m.` and `7:30 am`; `null` where it is another text, such as `N/A`. */
export const clockTime = (text: string): ClockTime | null => {
  const found = /^(1[0-2]|0?[1-9]):([0-5]\d)\s*([ap])\.?m\.?$/i.exec(text.trim())
  if (!found) return null
  const [, hour = '', minute = '', half = ''] = found
  return { hour: (Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0), minute: Number(minute) }
}

const MONTHS = 'january february march april may june july august september october november december'.split(' ')

/** 1 to 12 of an English name; `null` of another word. */
export const monthNamed = (name: string): number | null => {
  const at = MONTHS.indexOf(name.toLowerCase())
  return at < 0 ? null : at + 1
}

/** `2026-03-07`; whether such a day exists is for `zoned.ts`. */
export const isoDate = (year: number, month: number, day: number): string =>
  [String(year).padStart(4, '0'), String(month).padStart(2, '0'), String(day).padStart(2, '0')].join('-')
