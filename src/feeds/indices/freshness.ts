import { HOUR_SECONDS } from '../../time-units.ts'

/** How an input fades: 1 up to its fresh age, then linearly down to 0 at the age where it expires (methods 0.3). */
export interface Lifetime {
  readonly freshSeconds: number
  readonly expireSeconds: number
}

export const LIFETIMES = {
  dailyBar: { freshSeconds: 26 * HOUR_SECONDS, expireSeconds: 50 * HOUR_SECONDS },
  optionChain: { freshSeconds: 120, expireSeconds: 1_800 },
  peg: { freshSeconds: 30, expireSeconds: 300 },
  ownIndex: { freshSeconds: 600, expireSeconds: HOUR_SECONDS },
  funding: { freshSeconds: 300, expireSeconds: 1_800 },
} as const satisfies Readonly<Record<string, Lifetime>>

/** Times in Unix milliseconds. 0 means that the input has expired and is missing; what is stamped ahead is fresh. */
export const freshnessAt = (at: number, now: number, { freshSeconds, expireSeconds }: Lifetime): number => {
  const age = (now - at) / 1_000
  return Math.min(1, Math.max(0, (expireSeconds - age) / (expireSeconds - freshSeconds)))
}
