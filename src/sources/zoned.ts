import { DAY_MS, MINUTE_MS, utcDay } from '../time-units.ts'
import { UnreadableReply } from './query.ts'

/**
 * The moment (Unix milliseconds) at which clocks in `timeZone` show `hour`:`minute` on `date` (`YYYY-MM-DD`). Central
 * banks set their rates by local time, which daylight saving moves against UTC twice a year. If a local time occurs
 * twice, the first one is meant. If it is skipped, it is counted with the offset from before the change.
 */
export const zonedTime = (date: string, hour: number, minute: number, timeZone: string): number => {
  const wall = startOfDay(date) + (hour * 60 + minute) * MINUTE_MS
  // The offset at the result is not known in advance. Changes are months apart, so only the offset of a day before and
  // that of a day after can apply. The earlier one is tried first, so that an hour that occurs twice means its first
  // occurrence.
  const before = wall - offset(wall - DAY_MS, timeZone)
  if (before + offset(before, timeZone) === wall) return before
  const after = wall - offset(wall + DAY_MS, timeZone)
  return after + offset(after, timeZone) === wall ? after : before
}

/** The local date (`YYYY-MM-DD`) in `timeZone` at `at` (Unix milliseconds). */
export const zonedDate = (at: number, timeZone: string): string => utcDay(at + offset(at, timeZone))

/** The date that is `days` calendar days after `date`; before it if negative. */
export const addDays = (date: string, days: number): string => utcDay(startOfDay(date) + days * DAY_MS)

const startOfDay = (date: string): number => {
  const start = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(`${date}T00:00:00Z`) : Number.NaN
  // JavaScript engines differ on 30 February: some refuse it, some read it as a day in March.
  if (Number.isNaN(start) || !new Date(start).toISOString().startsWith(date))
    throw new UnreadableReply(`not a calendar date: ${date.slice(0, 40)}`)
  return start
}

/** Making one takes longer than using it a hundred times, and a calendar has hundreds of times. */
const formats = new Map<string, Intl.DateTimeFormat>()

const formatOf = (timeZone: string): Intl.DateTimeFormat => {
  const known = formats.get(timeZone)
  if (known) return known
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone,
    hourCycle: 'h23',
    year: 'numeric',
    month: 'numeric',
    day: 'numeric',
    hour: 'numeric',
    minute: 'numeric',
    second: 'numeric',
  })
  formats.set(timeZone, made)
  return made
}

/** How far local time in `timeZone` is ahead of UTC at `at`, in milliseconds. */
const offset = (at: number, timeZone: string): number => {
  const shown = formatOf(timeZone).formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) => Number(shown.find((piece) => piece.type === type)?.value)
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'), part('second'))
  return wall - Math.floor(at / 1000) * 1000
}
