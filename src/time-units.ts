/** Units of time, as times and lengths are counted in milliseconds or in seconds. Nobody else spells them. */

const MINUTE_SECONDS = 60
export const HOUR_SECONDS = 3_600
export const DAY_SECONDS = 86_400

export const SECOND_MS = 1_000
export const MINUTE_MS = MINUTE_SECONDS * SECOND_MS
export const HOUR_MS = HOUR_SECONDS * SECOND_MS
export const DAY_MS = DAY_SECONDS * SECOND_MS

/** Whole seconds of milliseconds, as bodies and canonical strings tell times. */
export const inSeconds = (ms: number): number => Math.floor(ms / SECOND_MS)
