import { endOfPeriod } from '../../sources/statistics/period.ts'
import { HOUR_SECONDS } from '../../time-units.ts'
import type { Boards } from '../board.ts'
import { FIXED_DAYS_BOARD, indexOfDay } from '../econ/dollar-index-days.ts'
import { freshnessAt } from '../lifetimes.ts'
import type { Lifetime } from '../math/freshness.ts'
import type { ComponentReading } from '../reading.ts'
import { rateOfChange, WINDOWS } from './market-measures.ts'

export const DOLLAR_LIFETIME: Lifetime = { freshSeconds: 30 * HOUR_SECONDS, expireSeconds: 168 * HOUR_SECONDS }

/** The rate of change of the dollar index over twenty business days, from the fixings of the ECB alone, per cent. */
export const dollarMomentum = (boards: Boards, now: number): ComponentReading | null => {
  const days = boards.read(FIXED_DAYS_BOARD)?.days ?? []
  const newest = days.at(-1)
  const value = rateOfChange(
    days.map((day) => Number(indexOfDay(day))),
    WINDOWS.momentum.days,
  )
  if (value === null || !newest) return null
  // The day of the newest fixings has usually not ended.
  const at = Math.min(now, endOfPeriod(newest.date))
  const confidence = freshnessAt(at, now, DOLLAR_LIFETIME)
  if (confidence === 0) return null
  return { value, confidence, isFallback: false, sources: [FIXED_DAYS_BOARD.source.name], at }
}
