import { rounded } from '../../canonical/measure.ts'
import { addDays } from '../../sources/zoned.ts'
import { DAY_MS, utcDay } from '../../time-units.ts'
import { COUNTRIES, type Country, OF_COUNTRY } from './kinds.ts'
import type { Merged } from './merge.ts'
import { AHEAD_DAYS } from './reach.ts'
import { CONFIDENCE_PLACES } from '../answer-fields.ts'

/** Whether everything that must be known of a country is, thirty days ahead. */
export const isCovered = ({ until }: Pick<Merged, 'until'>, country: Country, now: number): boolean => {
  const last = until[country]
  return last !== null && last >= addDays(utcDay(now), AHEAD_DAYS)
}

/** What an answer says of one country. */
export const countryCoverage = (merged: Merged, country: Country, now: number) => ({
  covered: isCovered(merged, country, now),
  until: merged.until[country],
  sources: [...merged.heard[country]].toSorted(),
})

/** The share of the covered countries, by their weights. */
export const sharedConfidence = (covered: readonly Country[]): number =>
  rounded(
    covered.reduce((sum, country) => sum + OF_COUNTRY[country].weight, 0),
    CONFIDENCE_PLACES,
  )

/** Of one country alone: how much of the thirty days is known. */
export const ownConfidence = (until: string | null, now: number): number => {
  const days = until === null ? 0 : (Date.parse(until) - Date.parse(utcDay(now))) / DAY_MS
  return rounded(Math.max(0, Math.min(1, days / AHEAD_DAYS)), CONFIDENCE_PLACES)
}

/** The countries that are covered now. */
export const coveredCountries = (merged: Merged, now: number): readonly Country[] =>
  COUNTRIES.filter((country) => isCovered(merged, country, now))
