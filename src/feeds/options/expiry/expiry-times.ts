import { rounded } from '../../../canonical/measure.ts'
import { DAY_MS, HOUR_MS, inSeconds, SECOND_MS, utcDay } from '../../../time-units.ts'
import { expiryType } from '../../math/expiry-calendar.ts'

/** Decimals of an expiry calendar. */
export const EXPIRY_PLACES = { hours: 1, days: 2, coins: 2, ratio: 4 } as const

/** An expiry is near when it is at most this far away. */
export const NEAR_HOURS = 24

/** The name of the rule among the sources, while no venue tells which Fridays are listed. */
export const RULE = 'rule'

/** What follows from the time of an expiry and that of the tick, both Unix seconds. */
export const timesOf = (time: number, fetchedAt: number) => {
  const away = (time - fetchedAt) * SECOND_MS
  return {
    date: utcDay(time * SECOND_MS),
    time,
    type: expiryType(time * SECOND_MS),
    days_away: rounded(away / DAY_MS, EXPIRY_PLACES.days),
    hours_away: rounded(away / HOUR_MS, EXPIRY_PLACES.hours),
  }
}

export const isNear = (time: number, fetchedAt: number): boolean => time - fetchedAt <= inSeconds(NEAR_HOURS * HOUR_MS)
