import { HOUR_SECONDS, SECOND_MS } from '../time-units.ts'
import { freshness, type Lifetime } from './math/freshness.ts'

/** How long inputs of several families stay fresh and when they expire (methods 0.3). */
export const LIFETIMES = {
  dailyBar: { freshSeconds: 26 * HOUR_SECONDS, expireSeconds: 50 * HOUR_SECONDS },
  optionChain: { freshSeconds: 120, expireSeconds: 1_800 },
  peg: { freshSeconds: 30, expireSeconds: 300 },
  ownIndex: { freshSeconds: 600, expireSeconds: HOUR_SECONDS },
  coinPrice: { freshSeconds: 10, expireSeconds: 60 },
  funding: { freshSeconds: 300, expireSeconds: 1_800 },
} as const satisfies Readonly<Record<string, Lifetime>>

/**
 * Times in Unix milliseconds. 0 means that the input has expired and counts as missing. An input stamped ahead of `now`
 * is fresh.
 */
export const freshnessAt = (at: number, now: number, lifetime: Lifetime): number =>
  freshness((now - at) / SECOND_MS, lifetime)
