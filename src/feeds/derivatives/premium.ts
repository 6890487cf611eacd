import { HOUR_MS } from '../../time-units.ts'
import { FUNDING_HOURS } from '../math/funding.ts'

/** The mean premium of a contract over the running interval. */
export interface PremiumMean {
  /** When the interval began, Unix milliseconds. */
  readonly since: number
  readonly count: number
  readonly mean: number
}

const INTERVAL_MS = FUNDING_HOURS * HOUR_MS

/**
 * Adds one observation of mark/index - 1. The mean starts again at 0:00, 8:00 and 16:00 UTC, when venues pay funding.
 */
export const withPremium = (before: PremiumMean | undefined, mark: number, index: number, now: number): PremiumMean => {
  const since = Math.floor(now / INTERVAL_MS) * INTERVAL_MS
  const premium = mark / index - 1
  if (before?.since !== since) return { since, count: 1, mean: premium }
  const count = before.count + 1
  return { since, count, mean: before.mean + (premium - before.mean) / count }
}
