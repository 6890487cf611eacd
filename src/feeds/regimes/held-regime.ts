/** When a regime takes the place of another: a change must hold for a while, so that a boundary does not make it flap. */

/** How long another outcome must have held, seconds. */
export const HOLD_SECONDS = 60

/** After a pause this long, seconds, nothing is known of what was before. */
export const PAUSE_SECONDS = 600

/** What would take the place of a regime, and the Unix second since when; `null` if nothing would. */
type Candidate<R> = { regime: R; since: number } | null

/** The regime before, as it was published. Times are Unix seconds. */
export interface BeforeOf<R> {
  readonly regime: R
  readonly since: number
  readonly candidate: Candidate<R>
  readonly timestamp: number
}

export interface SettledOf<R> {
  readonly regime: R
  readonly since: number
  readonly candidate: Candidate<R>
}

/** What an evaluation comes to. */
export interface Outcome<R> {
  readonly outcome: R
  /** It is entered at once. */
  readonly isUrgent: boolean
}

/**
 * The regime after an evaluation.
 *
 * @param before `null` at a first start
 * @param at Unix seconds of the evaluation
 */
export const heldRegime = <R extends string>(
  { outcome, isUrgent }: Outcome<R>,
  before: BeforeOf<R> | null,
  at: number,
): SettledOf<R> => {
  const entered: SettledOf<R> = { regime: outcome, since: at, candidate: null }
  if (!before || at - before.timestamp > PAUSE_SECONDS) return entered
  const kept = { regime: before.regime, since: before.since }
  if (outcome === before.regime) return { ...kept, candidate: null }
  if (isUrgent) return entered
  const since = before.candidate?.regime === outcome ? before.candidate.since : at
  return at - since >= HOLD_SECONDS ? entered : { ...kept, candidate: { regime: outcome, since } }
}

/** What a body says of its regime. */
interface Said<R> {
  readonly regime: R
  readonly candidate: Candidate<R>
  /** Unix seconds of the evaluation. */
  readonly at: number
}

/** Whether an evaluation allows a regime: it is the outcome, or kept until another has held for long enough. */
export const allowsRegime = <R extends string>(
  { outcome, isUrgent }: Outcome<R>,
  { regime, candidate, at }: Said<R>,
): boolean =>
  regime === outcome
    ? candidate === null
    : !isUrgent && candidate?.regime === outcome && at - candidate.since < HOLD_SECONDS
