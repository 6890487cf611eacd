import { addDays } from '../../sources/zoned.ts'
import { utcDay } from '../../time-units.ts'
import type { PathRefusal } from '../on-demand.ts'
import { isDay } from '../calendar-day.ts'

/** How long ago a window that is asked for may end. */
const YEARS_BACK = 2

/** The last day of a window as it was asked for, `null` if it was not, or the rule that the word breaks. */
export type ReadEnd =
  { readonly kind: 'end'; readonly end: string | null } | { readonly kind: 'refused'; readonly refusal: PathRefusal }

/** Where the word stands in a request. */
export const END_PATH = 'query.end'

const refused = (rule: string, message: string): ReadEnd => ({
  kind: 'refused',
  refusal: { path: END_PATH, rule, message },
})

/** The first day that may be asked for: the same day two years before. */
const earliestEnd = (today: string): string => `${Number(today.slice(0, 4)) - YEARS_BACK}${today.slice(4)}`

/**
 * Reads `end`, a UTC day that is over and at most two years back.
 *
 * @param now Unix milliseconds
 */
export const readEnd = (word: string | undefined, now: number): ReadEnd => {
  if (word === undefined) return { kind: 'end', end: null }
  if (!isDay(word)) return refused('day', 'end is a day that the calendar has, as 2026-06-30')
  const today = utcDay(now)
  const latest = addDays(today, -1)
  if (word > latest) return refused('day_is_over', `end is a UTC day that is over, at the latest ${latest}`)
  if (word < earliestEnd(today))
    return refused(
      'within_two_years',
      `end is at most ${YEARS_BACK} years back: ${word} is before ${earliestEnd(today)}`,
    )
  return { kind: 'end', end: word }
}
