/** When a regime takes the place of another, so that a number on an edge does not change its name at each evaluation. */

/** What would take the place of a regime, and the Unix second since when. */
export interface Candidate<R extends string> {
  regime: R
  since: number
}

/** The regime before, as it was published. Times in Unix seconds. */
export interface RegimeBefore<R extends string> {
  readonly regime: R
  readonly candidate: Candidate<R> | null
  readonly timestamp: number
  readonly since: number
}

export interface HeldRegime<R extends string> {
  readonly regime: R
  /** Unix seconds of the evaluation that entered it. */
  readonly since: number
  readonly candidate: Candidate<R> | null
}

export interface HoldRule {
  /** How long another regime must have held, seconds. */
  readonly holdSeconds: number
  /** After a pause longer than this, seconds, nothing is known of what was before. */
  readonly pauseSeconds: number
}

/** What an evaluation says. */
export interface Evaluated<R extends string> {
  readonly outcome: R
  /** It takes its place at once. */
  readonly isUrgent: boolean
}

/**
 * The regime after an evaluation.
 *
 * @param before `null` at a first start
 * @param at Unix seconds of the evaluation
 */
export const heldRegime = <R extends string>(
  { outcome, isUrgent }: Evaluated<R>,
  before: RegimeBefore<R> | null,
  at: number,
  { holdSeconds, pauseSeconds }: HoldRule,
): HeldRegime<R> => {
  const entered = { regime: outcome, since: at, candidate: null }
  if (!before || at - before.timestamp > pauseSeconds) return entered
  const kept = { regime: before.regime, since: before.since }
  if (outcome === before.regime) return { ...kept, candidate: null }
  if (isUrgent) return entered
  const since = before.candidate?.regime === outcome ? before.candidate.since : at
  return at - since >= holdSeconds ? entered : { ...kept, candidate: { regime: outcome, since } }
}
