import { DAY_MS, HOUR_MS } from '../../time-units.ts'

/**
 * The trading hours of foreign exchange and bullion, in New York time: Sunday 17:00 to Friday 17:00, without the days
 * that begin at 17:00 on 24 and 31 December (methods 1.9).
 */

/** Whether the market trades, and since when (Unix milliseconds). */
export interface MarketHours {
  readonly status: 'open' | 'closed'
  readonly since: number
}

const NEW_YORK = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/New_York',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
  second: 'numeric',
  hourCycle: 'h23',
})

/** A trading day begins at this time of the calendar day before. */
const TURN_MS = 17 * HOUR_MS
const [FRIDAY, SATURDAY] = [5, 6]
const HOLIDAYS = ['12-24', '12-31']

/** The local time in New York, as if it were UTC. */
const wallAt = (at: number): number => {
  const parts = Object.fromEntries(NEW_YORK.formatToParts(at).map(({ type, value }) => [type, Number(value)]))
  return Date.UTC(parts.year!, parts.month! - 1, parts.day, parts.hour, parts.minute, parts.second)
}

/** Whether there is no trading in the day that begins at 17:00 on this date; days are counted from 1970. */
const rests = (day: number): boolean => {
  const begins = new Date(day * DAY_MS)
  const weekday = begins.getUTCDay()
  return weekday === FRIDAY || weekday === SATURDAY || HOLIDAYS.includes(begins.toISOString().slice(5, 10))
}

/** @param now Unix milliseconds */
export const marketHours = (now: number): MarketHours => {
  const wall = wallAt(now)
  const today = Math.floor((wall - TURN_MS) / DAY_MS)
  const isClosed = rests(today)
  let first = today
  while (rests(first - 1) === isClosed) first--
  const boundary = first * DAY_MS + TURN_MS
  const guess = Math.floor(now / 1000) * 1000 - (wall - boundary)
  // Daylight saving time may have changed in between. Then the local time at the guess differs by an hour.
  return { status: isClosed ? 'closed' : 'open', since: guess - (wallAt(guess) - boundary) }
}
