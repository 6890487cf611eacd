import { MINUTE_MS } from '../../time-units.ts'
import { NEW_YORK } from '../../sources/equities/market-day.ts'
import { zonedDate, zonedTime } from '../../sources/zoned.ts'

/** Quotes are a quarter of an hour late, and indices of volatility end a quarter of an hour after shares. */
const LATE_MS = 35 * MINUTE_MS

/** Whether quotes of New York may move: Monday to Friday, holidays included, because nobody tells us of them. */
export const isInSession = (now: number): boolean => {
  const date = zonedDate(now, NEW_YORK)
  const weekday = new Date(`${date}T00:00:00Z`).getUTCDay()
  if (weekday === 0 || weekday === 6) return false
  return now >= zonedTime(date, 9, 30, NEW_YORK) && now <= zonedTime(date, 16, 0, NEW_YORK) + LATE_MS
}
