import { DAY_MS } from '../../../time-units.ts'
import { isWorkingDay, plusDays } from '../calendar.ts'

/** The periods of simulated statistics, numbered from 1970. */

export type Frequency = 'month' | 'quarter' | 'day'

/** One period: its number, its first day, and the first day after it. */
export interface Period {
  readonly number: number
  /** `2026-05`, `2026-Q2`, `2026-05-04`. */
  readonly name: string
  readonly first: string
  readonly after: string
}

const MONTHS = { month: 1, quarter: 3 } as const

const firstOf = (month: number): string => new Date(Date.UTC(1970, month)).toISOString().slice(0, 10)

const monthly = (frequency: 'month' | 'quarter', number: number): Period => {
  const length = MONTHS[frequency]
  const first = firstOf(number * length)
  const [year = '', month = ''] = first.split('-')
  const name = frequency === 'month' ? `${year}-${month}` : `${year}-Q${(Number(month) + 2) / 3}`
  return { number, name, first, after: firstOf((number + 1) * length) }
}

const dayNumber = (date: string): number => Math.round(Date.parse(`${date}T00:00:00Z`) / DAY_MS)

const daily = (date: string): Period => ({ number: dayNumber(date), name: date, first: date, after: plusDays(date, 1) })

/** The period that holds this date; of days the last working day up to it. */
export const periodAt = (frequency: Frequency, date: string): Period => {
  if (frequency !== 'day') {
    const month = (Number(date.slice(0, 4)) - 1970) * 12 + Number(date.slice(5, 7)) - 1
    return monthly(frequency, Math.floor(month / MONTHS[frequency]))
  }
  let day = date
  while (!isWorkingDay(day)) day = plusDays(day, -1)
  return daily(day)
}

/** The period before, or the one after. */
export const neighbour = (frequency: Frequency, period: Period, step: 1 | -1): Period => {
  if (frequency !== 'day') return monthly(frequency, period.number + step)
  let day = plusDays(period.first, step)
  while (!isWorkingDay(day)) day = plusDays(day, step)
  return daily(day)
}
