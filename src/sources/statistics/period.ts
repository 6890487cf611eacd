import { UnreadableReply } from '../query.ts'
import { addDays } from '../zoned.ts'
import type { Frequency } from './observation.ts'

const SPELLINGS: Readonly<Record<Frequency, RegExp>> = {
  month: /^\d{4}-(?:0[1-9]|1[0-2])$/,
  quarter: /^\d{4}-Q[1-4]$/,
  day: /^\d{4}-\d\d-\d\d$/,
}

/** A period in the form of this frequency. Another form is refused: the series is not the one that was asked for. */
export const checkedPeriod = (period: string, frequency: Frequency): string => {
  if (!SPELLINGS[frequency].test(period)) throw new UnreadableReply(`not a ${frequency}: ${period.slice(0, 40)}`)
  if (frequency === 'day') addDays(period, 0)
  return period
}

/** The period that begins on this day: FRED dates a month and a quarter by its first day. */
export const periodFrom = (day: string, frequency: Frequency): string => {
  checkedPeriod(day, 'day')
  if (frequency === 'day') return day
  const [year = '', month = ''] = day.split('-')
  const isQuarter = frequency === 'month' || (Number(month) - 1) % 3 === 0
  if (!day.endsWith('-01') || !isQuarter) throw new UnreadableReply(`${day} is not the first day of a ${frequency}`)
  return frequency === 'month' ? `${year}-${month}` : `${year}-Q${(Number(month) + 2) / 3}`
}

/** The day after the last one of a period, Unix milliseconds UTC. */
export const endOfPeriod = (period: string): number => {
  const [, year = '', quarter, month, day] = /^(\d{4})-(?:Q(\d)|(\d\d)(?:-(\d\d))?)$/.exec(period) ?? []
  if (quarter !== undefined) return Date.UTC(Number(year), Number(quarter) * 3)
  if (day === undefined) return Date.UTC(Number(year), Number(month))
  return Date.UTC(Number(year), Number(month) - 1, Number(day) + 1)
}

/** The first moment of a period, Unix milliseconds UTC. */
export const startOfPeriod = (period: string): number => {
  const [, year = '', quarter, month, day = '1'] = /^(\d{4})-(?:Q(\d)|(\d\d)(?:-(\d\d))?)$/.exec(period) ?? []
  return Date.UTC(Number(year), quarter === undefined ? Number(month) - 1 : Number(quarter) * 3 - 3, Number(day))
}

/** The same period a year earlier, of a month or a quarter. */
export const yearBefore = (period: string): string => `${Number(period.slice(0, 4)) - 1}${period.slice(4)}`
