import { DAY_SECONDS, HOUR_SECONDS } from '../../time-units.ts'

/** The distances of rows that are sold, in seconds. */
export const INTERVALS = {
  '1m': 60,
  '5m': 300,
  '15m': 900,
  '1h': HOUR_SECONDS,
  '4h': 14_400,
  '1d': DAY_SECONDS,
} as const

export type Interval = keyof typeof INTERVALS

export const INTERVAL_NAMES = Object.keys(INTERVALS) as readonly Interval[]

export const isInterval = (text: string): text is Interval => Object.hasOwn(INTERVALS, text)
