import { MINUTE_MS } from '../../time-units.ts'
import { NEW_YORK } from '../../sources/equities/market-day.ts'
import { zonedDate, zonedTime } from '../../sources/zoned.ts'
import { closeOf } from './early-closes.ts'

/** Quotes are a quarter of an hour late, and indices of volatility end a quarter of an hour after shares. */
const LATE_MS = 35 * MINUTE_MS

/** Whether a date is one from Monday to Friday: holidays are among them, because nobody tells us of them. */
export const isWeekday = (date: string): boolean => ![0, 6].includes(new Date(`${date}T00:00:00Z`).getUTCDay())

/** Whether quotes of New York may move. */
export const isInSession = (now: number): boolean => {
  const date = zonedDate(now, NEW_YORK)
  return isWeekday(date) && now >= zonedTime(date, 9, 30, NEW_YORK) && now <= closeOf(date) + LATE_MS
}

/** From midnight UTC until then Tokyo trades, and after it the euro area (methods 4.5). */
export const FOREIGN_UNTIL = '13:30'

/** Whether another market than New York is the one that moves, so that the S&P 500 stands in for it. */
export const isForeignSession = (now: number): boolean => {
  const moment = new Date(now).toISOString()
  return isWeekday(moment.slice(0, 10)) && moment.slice(11, 16) < FOREIGN_UNTIL
}
