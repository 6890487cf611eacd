import type { WeatherDay } from '../../sources/weather/weather.ts'
import { addDays } from '../../sources/zoned.ts'
import { utcDay } from '../../time-units.ts'
import type { Declined } from '../feed.ts'
import type { NoDataHere } from '../on-demand.ts'
import { END_PATH } from './asked-end.ts'

/** How many days ago the last complete day may be (methods 7.4). */
export const LATEST_END_DAYS = 10

/** The share of a window's days that must be known, in per cent (methods 7.4). */
export const COMPLETE_PERCENT = 95

/** The days of a window, oldest first; `null` for a day that the archive does not know. */
export interface ArchiveWindow<V> {
  readonly kind: 'window'
  /** First and last day, `YYYY-MM-DD`. */
  readonly start: string
  readonly end: string
  readonly values: readonly (V | null)[]
  /** The days before the window, from which a calculation may start earlier. */
  readonly spinUp: readonly (V | null)[]
  readonly known: number
}

/**
 * The first and the last day that any window of up to `longest` days can need: the range of the request. After an end that
 * was asked for, some days more show how far the archive reaches.
 */
export const askedDays = (
  now: number,
  longest: number,
  end: string | null = null,
): { readonly from: string; readonly to: string } => {
  const yesterday = addDays(utcDay(now), -1)
  if (end === null) return { from: addDays(utcDay(now), -LATEST_END_DAYS - longest + 1), to: yesterday }
  const after = addDays(end, LATEST_END_DAYS)
  return { from: addDays(end, 1 - longest), to: after < yesterday ? after : yesterday }
}

const knownOf = (values: readonly unknown[]): number => values.filter((value) => value !== null).length

const isComplete = (values: readonly unknown[]): boolean => 100 * knownOf(values) >= COMPLETE_PERCENT * values.length

/** What is wanted of an archive. */
interface Wanted {
  /** Unix milliseconds. */
  readonly now: number
  /** The length of the window. */
  readonly days: number
  readonly spinUpDays?: number
  /** The last day that was asked for; `null` or left out for the last complete one. */
  readonly end?: string | null
}

/** The last complete day before today, or the reason why there is none. */
const latestEnd = (now: number, isKnown: (date: string) => boolean): string | Declined => {
  const back = Array.from({ length: LATEST_END_DAYS }, (_, index) => addDays(utcDay(now), -1 - index))
  return back.find(isKnown) ?? { kind: 'input_missing', input: `a complete day since ${back.at(-1)}` }
}

/** The day that was asked for, if it is complete. */
const askedEnd = (end: string, known: readonly string[]): string | NoDataHere => {
  if (known.includes(end)) return end
  const latest = known.at(-1)!
  const why = latest < end ? `whose latest is ${latest}` : 'which lacks it'
  return { kind: 'no_data_here', path: END_PATH, message: `${end} is no complete day of the archive, ${why}` }
}

/**
 * The window that ends on the day that was asked for, else on the archive's last complete day before today, UTC.
 *
 * @param pick the values of a day that the calculation needs; `null` if one of them is missing
 */
export const archiveWindow = <V>(
  days: readonly WeatherDay[],
  pick: (day: WeatherDay) => V | null,
  wanted: Wanted,
): ArchiveWindow<V> | Declined | NoDataHere => {
  if (days.length === 0) return { kind: 'input_missing', input: 'the days of the archive' }
  const byDate = new Map(days.map((day) => [day.date, pick(day)]))
  const isKnown = (date: string): boolean => (byDate.get(date) ?? null) !== null
  const knownDates = [...byDate.keys()].filter(isKnown).toSorted()
  if (knownDates.length === 0) return { kind: 'no_data_here', message: 'the archive has no data for this place' }
  const asked = wanted.end ?? null
  const end = asked === null ? latestEnd(wanted.now, isKnown) : askedEnd(asked, knownDates)
  if (typeof end !== 'string') return end
  const span = (last: string, length: number): readonly (V | null)[] =>
    Array.from({ length }, (_, index) => byDate.get(addDays(last, index + 1 - length)) ?? null)
  const values = span(end, wanted.days)
  const spinUp = span(addDays(end, -wanted.days), wanted.spinUpDays ?? 0)
  for (const part of [values, spinUp])
    if (!isComplete(part) && asked !== null)
      return {
        kind: 'no_data_here',
        path: END_PATH,
        message: `of the ${part.length} days that are needed before ${asked} the archive knows ${knownOf(part)}`,
      }
    else if (!isComplete(part))
      return { kind: 'quorum_missed', have: knownOf(part), need: Math.ceil((COMPLETE_PERCENT * part.length) / 100) }
  return { kind: 'window', start: addDays(end, 1 - wanted.days), end, values, spinUp, known: knownOf(values) }
}

/** The days that are known. */
export const knownDays = <V>(values: readonly (V | null)[]): readonly V[] =>
  values.filter((value): value is V => value !== null)
