import { utcDay } from '../time-units.ts'

/** A day as it is written: `2026-06-30`. */
export const DAY_PATTERN = '^\\d{4}-\\d{2}-\\d{2}$'

/** Whether this is a day, and one that the calendar has: engines read 30 February as a day in March. */
export const isDay = (word: string): boolean => {
  if (!new RegExp(DAY_PATTERN).test(word)) return false
  const at = Date.parse(`${word}T00:00:00Z`)
  return !Number.isNaN(at) && utcDay(at) === word
}
