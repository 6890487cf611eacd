/** Units of time in milliseconds and in seconds. No other file defines them. */

export const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 86_400

export const SECOND_MS = 1_000
export const MINUTE_MS = MINUTE_SECONDS * SECOND_MS
export const HOUR_MS = HOUR_SECONDS * SECOND_MS
export const DAY_MS = DAY_SECONDS * SECOND_MS

/** The UTC day of a moment in Unix milliseconds, `2026-11-20`. */
export const utcDay = (at: number): string => new Date(at).toISOString().slice(0, 10)

/** A year of 365 days, as rates count it. */
export const YEAR_SECONDS = 365 * DAY_SECONDS

/** A moment in Unix milliseconds to the second, UTC: `2026-12-10T13:30:00Z`. */
export const utcSecond = (at: number): string => `${new Date(at).toISOString().slice(0, 19)}Z`

/** Milliseconds as whole seconds, which bodies and canonical strings use. */
export const inSeconds = (ms: number): number => Math.floor(ms / SECOND_MS)
