import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../time-units.ts'

/** Working days, wall clocks and market hours, so that fixings carry the dates that their banks would write. */

/** Zones the providers live in. */
export type Zone =
  'Europe/Brussels' | 'Europe/London' | 'Europe/Prague' | 'Europe/Oslo' | 'America/New_York' | 'Australia/Sydney'

const formats = new Map<Zone, Intl.DateTimeFormat>()

/** Milliseconds that a zone's wall clock is ahead of UTC at one instant. */
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

/** The date, `YYYY-MM-DD`, that a wall clock in this zone shows. */
export const localDate = (ms: number, zone: Zone): string =>
  new Date(ms + zoneOffset(ms, zone)).toISOString().slice(0, 10)

/** The instant at which a zone's clock shows this time on this date. Not meant for the hour that is skipped. */
const instant = (date: string, time: string, zone: Zone): number => {
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

/** When a bank sets its rates and when the world gets to see them, as wall clock times. */
export interface Schedule {
  readonly zone: Zone
  readonly set: string
  readonly published: string
  /** True where the table of a day appears on the next working day. */
  readonly dayAfter?: boolean
}

/** One day's table: its date and the instant its rates were set. */
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

/** Bullion trades from Sunday 17:00 to Friday 17:00, New York. Returns the close that holds now, or `null` if open. */
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
