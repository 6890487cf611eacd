import type { Random } from '../ports.ts'
import { HOUR_MS, MINUTE_MS, SECOND_MS } from '../time-units.ts'

/** When a webhook is sent again; Standard Webhooks 1.0.0, "Deliverability and reliability". */

/**
 * The pause before each attempt, counted from the attempt before it: ten attempts within a little more than three days.
 */
export const DELAYS_MS: readonly number[] = [
  0,
  5 * SECOND_MS,
  5 * MINUTE_MS,
  30 * MINUTE_MS,
  2 * HOUR_MS,
  5 * HOUR_MS,
  10 * HOUR_MS,
  14 * HOUR_MS,
  20 * HOUR_MS,
  24 * HOUR_MS,
]

/**
 * The largest random addition to a delay, as a fraction of it. It is never subtracted: a delay is a promise to wait at
 * least that long.
 */
const JITTER = 0.2

/** A receiver may ask for more time, but not for so much that the delivery is forgotten. */
const LONGEST_RETRY_AFTER_MS = 24 * HOUR_MS

/** RFC 9110 section 5.6.7: the only form of a date that servers may still write. */
const HTTP_DATE = /^[A-Z][a-z]{2}, \d{2} [A-Z][a-z]{2} \d{4} \d{2}:\d{2}:\d{2} GMT$/

/** Milliseconds from a `Retry-After` header, in seconds or as a date; `null` if it cannot be read. */
export const readRetryAfter = (header: string | undefined, nowMs: number): number | null => {
  const text = header?.trim() ?? ''
  const wait = /^\d+$/.test(text)
    ? Number(text) * SECOND_MS
    : HTTP_DATE.test(text)
      ? Date.parse(text) - nowMs
      : Number.NaN
  return Number.isNaN(wait) ? null : Math.min(Math.max(wait, 0), LONGEST_RETRY_AFTER_MS)
}

/**
 * The time of the next attempt after `made` have failed, in milliseconds. `null` when all were made, which is at least
 * a day after the first. `retryAfterMs` can only make it later.
 */
export const nextAttemptAt = (
  made: number,
  nowMs: number,
  random: Random,
  retryAfterMs: number | null = null,
): number | null => {
  const delay = DELAYS_MS[made]
  if (delay === undefined) return null
  const wait = Math.max(delay, retryAfterMs ?? 0)
  return nowMs + wait + random.integer(0, Math.floor(wait * JITTER))
}
