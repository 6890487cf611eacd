import type { Agreed, Vote } from './agreement.ts'

/**
 * A venue that repeatedly gives a price far from what the others agree on loses its vote for a while (methods 1.8).
 * Only strong agreements count: many configured venues, of which a majority lies close together. Every majority
 * contains an honest venue. So a minority cannot silence a venue whose price is within `far` less twice `width` of
 * every honest one.
 */
export const REPUTATION = {
  /** A vote is far out if it differs from the agreed value by more than this, as a fraction of the value. */
  far: 0.01,
  /** A venue is silenced after it was far out in this many agreements in a row … */
  conclusions: 3,
  /** … if the last came at least this long after the first. */
  overMs: 15_000,
  /** Agreements with fewer configured venues, or with a wider majority, prove nothing. */
  configured: 5,
  width: 0.002,
  /** Two agreements in a row may be at most this far apart. */
  gapMs: 60_000,
  silencedMs: 300_000,
} as const

/** The agreements in a row in which a venue was far out. Times are Unix milliseconds. */
export interface LieStreak {
  readonly since: number
  readonly last: number
  readonly count: number
}

/** The streaks by venue. A venue that is not far out has none. */
export type Runs = Readonly<Record<string, LieStreak>>

const isFar = (price: number, value: number): boolean => Math.abs(price / value - 1) > REPUTATION.far

/** An agreement that is not later than the last one is a repetition and does not count again. */
const prolonged = (run: LieStreak | undefined, at: number): LieStreak => {
  if (run === undefined || at - run.last > REPUTATION.gapMs) return { since: at, last: at, count: 1 }
  return at > run.last ? { ...run, last: at, count: run.count + 1 } : run
}

/**
 * The streaks after one more agreement. Streaks of venues without a vote in it stay the same, and so do all if the
 * agreement proves nothing.
 */
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

/** Venues that lose their vote because of the agreement at this moment. */
export const silencedNow = (runs: Runs, at: number): readonly string[] =>
  Object.entries(runs).flatMap(([source, { since, last, count }]) =>
    last === at && count >= REPUTATION.conclusions && last - since >= REPUTATION.overMs ? [source] : [],
  )
