import type { Agreed, Vote } from './agreement.ts'

/**
 * A venue that keeps saying something far from what the others agree on loses its vote for a while (methods 1.8). Only
 * agreements that speak for themselves count: of many venues, a majority of which lies close together. Any majority holds
 * an honest venue, so one that is within `far` less twice `width` of every honest one cannot be silenced by a minority.
 */
export const REPUTATION = {
  /** A vote further than this from the agreed value is far out, as a fraction of the value. */
  far: 0.01,
  /** Far out in so many agreements in a row … */
  conclusions: 3,
  /** … the last so long after the first. */
  overMs: 15_000,
  /** Agreements of fewer configured venues, or of a majority that lies further apart, prove nothing. */
  configured: 5,
  width: 0.002,
  /** Agreements in a row are no further apart than this. */
  gapMs: 60_000,
  silencedMs: 300_000,
} as const

/** Agreements in a row that a venue was far out of. Times are Unix milliseconds. */
export interface LieStreak {
  readonly since: number
  readonly last: number
  readonly count: number
}

/** By venue; those that are not far out have none. */
export type Runs = Readonly<Record<string, LieStreak>>

const isFar = (price: number, value: number): boolean => Math.abs(price / value - 1) > REPUTATION.far

/** An agreement at the time of the last one, or before it, is the same one come twice. */
const prolonged = (run: LieStreak | undefined, at: number): LieStreak => {
  if (run === undefined || at - run.last > REPUTATION.gapMs) return { since: at, last: at, count: 1 }
  return at > run.last ? { ...run, last: at, count: run.count + 1 } : run
}

/** The runs after one more agreement. A venue that did not vote in it, and an agreement that proves nothing, change none. */
export const nextRuns = (runs: Runs, agreement: Agreed, at: number): Runs => {
  const { configured, width, value, used, rejected, silenced = [] } = agreement
  if (configured < REPUTATION.configured || width > REPUTATION.width) return runs
  const votes: readonly Vote[] = [...used, ...rejected, ...silenced]
  const near = new Set(votes.flatMap(({ source, price }) => (isFar(price, value) ? [] : [source])))
  const far = votes.filter(({ source }) => !near.has(source))
  return Object.fromEntries([
    ...Object.entries(runs).filter(([source, run]) => !near.has(source) && at - run.last <= REPUTATION.gapMs),
    ...far.map(({ source }) => [source, prolonged(runs[source], at)] as const),
  ])
}

/** Venues that lose their vote with the agreement of this moment. */
export const silencedNow = (runs: Runs, at: number): readonly string[] =>
  Object.entries(runs).flatMap(([source, { since, last, count }]) =>
    last === at && count >= REPUTATION.conclusions && last - since >= REPUTATION.overMs ? [source] : [],
  )
