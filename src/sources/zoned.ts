import { DAY_MS, MINUTE_MS } from '../time-units.ts'
import { UnreadableReply } from './query.ts'

/**
 * The moment (Unix milliseconds) at which clocks in `timeZone` show `hour`:`minute` on `date` (`YYYY-MM-DD`). Central
 * banks set their rates by the clock on their wall, which daylight saving moves against UTC twice a year.
 * Of a time that comes twice the first is meant; a time that is skipped is counted on by the clock before the change.
 */
export const zonedTime = (date: string, hour: number, minute: number, timeZone: string): number => {
  const wall = startOfDay(date) + (hour * 60 + minute) * MINUTE_MS
  // The offset in force is known only for a moment. Changes are months apart, so the offset a day before and the one
  // a day after are the only two that can apply; the earlier is tried first, so a doubled hour means its first run.
  const before = wall - offset(wall - DAY_MS, timeZone)
  if (before + offset(before, timeZone) === wall) return before
  const after = wall - offset(wall + DAY_MS, timeZone)
  return after + offset(after, timeZone) === wall ? after : before
}

/** The date (`YYYY-MM-DD`) on the wall in `timeZone` at `at` (Unix milliseconds). */
export const zonedDate = (at: number, timeZone: string): string =>
  new Date(at + offset(at, timeZone)).toISOString().slice(0, 10)

/** `date` moved by whole calendar days. */
export const addDays = (date: string, days: number): string =>
  new Date(startOfDay(date) + days * DAY_MS).toISOString().slice(0, 10)

const startOfDay = (date: string): number => {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  // Engines differ on 30 February: some refuse it, some count on into March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date))
    throw new UnreadableReply(`not a calendar date: ${date.slice(0, 40)}`)
  return start
}

/** How far clocks in `timeZone` run ahead of UTC at `at`, in milliseconds. */
const offset = (at: number, timeZone: string): number => {
  const shown = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  }).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((piece) => piece.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}
