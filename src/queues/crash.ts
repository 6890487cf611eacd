/**
 * A crashed worker's job runs again after at most `lockDuration + stalledInterval`. All workers of a lane share one
 * `stalled-check` key, so these must be the same everywhere.
 */
export const CRASH = { lockDuration: 6_000, lockRenewTime: 3_000, stalledInterval: 3_000 } as const

/** No crashed worker's job runs again sooner than this, in milliseconds: its lock is renewed before it has less left. */
export const SOONEST_AGAIN_MS = CRASH.lockDuration - CRASH.lockRenewTime
