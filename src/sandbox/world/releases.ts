import { instant, isWorkingDay, localDate, plusDays, type Zone } from './calendar.ts'
import type { Announcement } from './announced.ts'
import type { View } from './view.ts'

/** What authorities announce, from one list: each of them tells its part of it in its own words. */

/** When a kind comes: its time of day, and its day in a month or `null` for none. */
interface Habit {
  readonly country: string
  readonly kind: string
  readonly zone: Zone
  readonly time: string
  dayIn(year: number, month: number): string | null
}

const dayOf = (year: number, month: number, day: number): string =>
  new Date(Date.UTC(year, month - 1, day)).toISOString().slice(0, 10)

/** The first working day from this day of the month on. */
const workingFrom = (day: number) => (year: number, month: number) => {
  let found = dayOf(year, month, day)
  while (!isWorkingDay(found)) found = plusDays(found, 1)
  return found
}

/** The nth weekday of the month; 0 is Sunday. */
const weekday = (which: number, count: number) => (year: number, month: number) => {
  const first = new Date(Date.UTC(year, month - 1, 1)).getUTCDay()
  return dayOf(year, month, 1 + ((which - first + 7) % 7) + 7 * (count - 1))
}

const only =
  (months: readonly number[], day: Habit['dayIn']): Habit['dayIn'] =>
  (year, month) =>
    months.includes(month) ? day(year, month) : null

const [TUESDAY, WEDNESDAY, THURSDAY, FRIDAY] = [2, 3, 4, 5]
const MEETING_MONTHS = [1, 3, 4, 6, 7, 9, 10, 12]
const AFTER_QUARTERS = [1, 4, 7, 10]

const habits = (
  country: string,
  zone: Zone,
  time: string,
  kinds: Readonly<Record<string, Habit['dayIn']>>,
): readonly Habit[] => Object.entries(kinds).map(([kind, dayIn]) => ({ country, kind, zone, time, dayIn }))

const committee = only(MEETING_MONTHS, weekday(WEDNESDAY, 3))

const HABITS: readonly Habit[] = [
  ...habits('US', 'America/New_York', '08:30', {
    payrolls: weekday(FRIDAY, 1),
    trade: workingFrom(5),
    cpi: workingFrom(11),
    ppi: workingFrom(13),
    gdp: workingFrom(26),
    pce: workingFrom(27),
  }),
  ...habits('US', 'America/New_York', '14:00', {
    rate_decision: committee,
    rate_minutes: (year, month) => {
      const then = new Date(Date.UTC(year, month - 2, 1))
      const met = committee(then.getUTCFullYear(), then.getUTCMonth() + 1)
      return met === null ? null : plusDays(met, 21)
    },
  }),
  ...habits('EU', 'Europe/Brussels', '14:15', { rate_decision: only(MEETING_MONTHS, weekday(THURSDAY, 2)) }),
  ...habits('EU', 'Europe/Brussels', '11:00', {
    cpi_flash: workingFrom(1),
    unemployment: workingFrom(3),
    retail_sales: workingFrom(5),
    trade: workingFrom(15),
    cpi: workingFrom(17),
    gdp: only(AFTER_QUARTERS, workingFrom(28)),
  }),
  ...habits('GB', 'Europe/London', '07:00', {
    unemployment: weekday(TUESDAY, 2),
    gdp: workingFrom(12),
    cpi: weekday(WEDNESDAY, 3),
    retail_sales: weekday(FRIDAY, 3),
  }),
  ...habits('JP', 'Asia/Tokyo', '08:30', { cpi: weekday(FRIDAY, 3), unemployment: workingFrom(28) }),
]

/** What can be announced: `US cpi`. */
export const RELEASED: readonly string[] = HABITS.map(({ country, kind }) => `${country} ${kind}`)

export const isReleased = (country: unknown, kind: unknown): boolean =>
  RELEASED.includes(`${String(country)} ${String(kind)}`)

const MONTHS_BACK = 2
const MONTHS_TOLD = 16

/** All releases of a country from the beginning of the year on, or two months back, to more than a year ahead, in order. */
export const releasesOf = ({ now, announced }: View, country: string): readonly Announcement[] => {
  const [year = 0, month = 0] = localDate(now, 'Europe/London').split('-').map(Number)
  const back = Math.max(MONTHS_BACK, month - 1)
  const usual = HABITS.filter((habit) => habit.country === country).flatMap(({ kind, zone, time, dayIn }) =>
    Array.from({ length: MONTHS_TOLD + back }, (_, at) => {
      const first = new Date(Date.UTC(year, month - 1 - back + at, 1))
      const day = dayIn(first.getUTCFullYear(), first.getUTCMonth() + 1)
      return day === null ? [] : [{ country, kind, at: instant(day, time, zone) }]
    }).flat(),
  )
  return [...usual, ...announced.filter((each) => each.country === country)].toSorted((a, b) => a.at - b.at)
}

const MONTHS = 'January February March April May June July August September October November December'.split(' ')

/** The name of a month, 1 to 12. */
export const monthName = (month: number): string => MONTHS[month - 1] ?? ''

/** The month that a release is about: the one before it. */
export const aboutMonth = (date: string): { readonly year: number; readonly month: number } => {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return month === 1 ? { year: year - 1, month: 12 } : { year, month: month - 1 }
}
