import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'

/** Working days, local times and market hours, so that fixings have the dates that their banks would write. */

/** The time zones of the providers. */
export type Zone =
  | 'Europe/Brussels'
  | 'Europe/London'
  | 'Europe/Prague'
  | 'Europe/Oslo'
  | 'America/New_York'
  | 'America/Chicago'
  | 'Australia/Sydney'
  | 'Asia/Tokyo'

const formats = new Map<Zone, Intl.DateTimeFormat>()

/** How many milliseconds the local time of a zone is ahead of UTC at one instant. */
const zoneOffset = (ms: number, zone: Zone): number => {
  let format = formats.get(zone)
  if (format === undefined) {
    format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' })
    formats.set(zone, format)
  }
  const name = format.formatToParts(ms).find((part) => part.type === 'timeZoneName')?.value ?? 'GMT'
  const [, sign = '+', hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * HOUR_MS + Number(minutes) * MINUTE_MS)
}

/** The date in this zone, `YYYY-MM-DD`. */
export const localDate = (ms: number, zone: Zone): string =>
  new Date(ms + zoneOffset(ms, zone)).toISOString().slice(0, 10)

/** The time of day in this zone, `08:30`. */
export const localTime = (ms: number, zone: Zone): string =>
  new Date(ms + zoneOffset(ms, zone)).toISOString().slice(11, 16)

/**
 * The instant at which the local time in a zone is this time on this date. Not for the hour that a time change skips.
 */
export const instant = (date: string, time: string, zone: Zone): number => {
  const wall = Date.parse(`${date}T${time}:00Z`)
  const guess = wall - zoneOffset(wall, zone)
  return wall - zoneOffset(guess, zone)
}

/** A date so many days later. */
export const plusDays = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10)

/** Monday to Friday, without the holidays that all these banks share. */
export const isWorkingDay = (date: string): boolean => {
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  return weekday !== 0 && weekday !== 6 && !['01-01', '12-25', '12-26'].includes(date.slice(5))
}

const nextWorkingDay = (date: string): string => {
  let next = plusDays(date, 1)
  while (!isWorkingDay(next)) next = plusDays(next, 1)
  return next
}

/** When a bank sets its rates and when it publishes them, in local time. */
export interface Schedule {
  readonly zone: Zone
  readonly set: string
  readonly published: string
  /** True where the table of a day is published on the next working day. */
  readonly dayAfter?: boolean
}

/** One day's table: its date and the instant at which its rates were set. */
export interface FixingDay {
  readonly date: string
  readonly at: number
}

/** The newest published days of a bank, newest first. */
export const fixingDays = (now: number, schedule: Schedule, count: number): readonly FixingDay[] => {
  const { zone } = schedule
  const days: FixingDay[] = []
  for (let date = localDate(now, zone); days.length < count; date = plusDays(date, -1)) {
    if (!isWorkingDay(date)) continue
    const appears = instant(schedule.dayAfter === true ? nextWorkingDay(date) : date, schedule.published, zone)
    if (appears <= now) days.push({ date, at: instant(date, schedule.set, zone) })
  }
  return days
}

/**
 * Bullion trades from Sunday 17:00 to Friday 17:00, New York. Returns the time of the last close while the market is
 * closed, or `null` while it is open.
 */
export const bullionClosedSince = (now: number): number | null => {
  const local = now + zoneOffset(now, 'America/New_York')
  const wall = new Date(local)
  const day = wall.getUTCDay()
  const hour = wall.getUTCHours()
  const closed = day === 6 || (day === 5 && hour >= 17) || (day === 0 && hour < 17)
  if (!closed) return null
  const date = new Date(local - ((day + 2) % 7) * DAY_MS).toISOString().slice(0, 10)
  return instant(date, '17:00', 'America/New_York')
}
