import { DAY_MS, HOUR_MS } from '../../time-units.ts'

/** The calendar of option expiries: Fridays at 08:00 UTC (methods 9.2). Times are Unix milliseconds. */

export const EXPIRY_TYPES = ['weekly', 'monthly', 'quarterly'] as const
export type ExpiryType = (typeof EXPIRY_TYPES)[number]

const EXPIRY_HOUR = 8
const FRIDAY = 5
const WEEK_MS = 7 * DAY_MS

export const isFriday = (at: number): boolean => new Date(at).getUTCDay() === FRIDAY

/** The strongest type of a Friday, by its date alone. */
export const expiryType = (at: number): ExpiryType => {
  const month = new Date(at).getUTCMonth()
  if (new Date(at + WEEK_MS).getUTCMonth() === month) return 'weekly'
  return month % 3 === 2 ? 'quarterly' : 'monthly'
}

/** The next Fridays at 08:00 UTC strictly after `now`, nearest first. */
export const nextFridays = (now: number, count: number): readonly number[] => {
  const today = Math.floor(now / DAY_MS) * DAY_MS + EXPIRY_HOUR * HOUR_MS
  const days = (FRIDAY - new Date(today).getUTCDay() + 7) % 7
  const friday = today + days * DAY_MS
  const first = friday > now ? friday : friday + WEEK_MS
  return Array.from({ length: count }, (_, at) => first + at * WEEK_MS)
}
