import { type FixingDay, fixingDays, isWorkingDay, plusDays, type Schedule } from './calendar.ts'
import type { View } from './view.ts'

/** How many working days a simulated bank goes back. */
const DAYS_TOLD = 45

/** The published days of a bank, newest first. Requests for dates are answered from these. */
export const publishedDays = (view: View, schedule: Schedule): readonly FixingDay[] =>
  fixingDays(view.now, schedule, DAYS_TOLD)

/** Units of `quote` for one unit of `base` as set on one day, with the lie of a provider that has one. */
export const fixed = (view: View, day: FixingDay, base: string, quote: string): number =>
  (view.fixing(base, day.date, day.at) / view.fixing(quote, day.date, day.at)) * view.lie

/** The days that an SDMX or similar request asks for, oldest first: a range of dates, or the last so many. */
export const daysAsked = (
  view: View,
  schedule: Schedule,
  asked: { readonly from: string | null; readonly until: string | null; readonly last: number | null },
): readonly FixingDay[] => {
  const within = publishedDays(view, schedule).filter(
    ({ date }) => date >= (asked.from ?? '') && date <= (asked.until ?? '9999-12-31'),
  )
  return within.slice(0, asked.last ?? within.length).toReversed()
}

/** A date in a query, or `null` when it is absent or not a date. */
export const dateOf = (text: string | null): string | null =>
  text !== null && /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(`${text}T00:00:00Z`)) ? text : null

/** The last working day at or before a date. */
export const workingDayUpTo = (date: string): string => {
  let day = date
  while (!isWorkingDay(day)) day = plusDays(day, -1)
  return day
}

const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']

/** `2026-03-17` as `17 Mar 2026`, with any separator. */
export const dayMonthYear = (date: string, separator: string): string => {
  const [year = '', month = '', day = ''] = date.split('-')
  return [day, MONTHS[Number(month) - 1] ?? '', year].join(separator)
}

/** `17/Mar/2026` as `2026-03-17`, or `null`. */
export const fromDayMonthYear = (text: string | null): string | null => {
  const [, day = '', name = '', year = ''] = /^(\d\d)\/([A-Z][a-z]{2})\/(\d{4})$/.exec(text ?? '') ?? []
  const month = MONTHS.indexOf(name) + 1
  return month === 0 ? null : `${year}-${String(month).padStart(2, '0')}-${day}`
}

/** A rate to so many decimals, trailing zeros dropped. */
export const rounded = (rate: number, decimals: number): string => String(Number(rate.toFixed(decimals)))
