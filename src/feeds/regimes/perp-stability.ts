import type { PerpCarry } from './perp-carry.ts'
import { LAST_URGENT_ROW } from './perp-table.ts'
import type { PerpRegime } from './perp-words.ts'
import type { Decision } from '../rules/decision-table.ts'

/** When a regime takes the place of another (methods 6.1). */

/** How long a row below the urgent ones must have held, seconds. */
export const HOLD_SECONDS = 60

/** After a pause this long, seconds, nothing is known of what was before. */
export const PAUSE_SECONDS = 600

/** The regime before, as it was published. */
export interface Before extends Pick<PerpCarry, 'regime' | 'candidate'> {
  /** Unix seconds. */
  readonly timestamp: number
  readonly since: number
}

export interface Settled extends Pick<PerpCarry, 'candidate'> {
  readonly regime: PerpRegime
  /** Unix seconds. */
  readonly since: number
}

/**
 * The regime after an evaluation.
 *
 * @param before `null` at a first start
 * @param at Unix seconds of the evaluation
 */
export const settled = ({ row, outcome }: Decision<PerpRegime>, before: Before | null, at: number): Settled => {
  const entered: Settled = { regime: outcome, since: at, candidate: null }
  if (!before || at - before.timestamp > PAUSE_SECONDS) return entered
  const kept = { regime: before.regime, since: before.since }
  if (outcome === before.regime) return { ...kept, candidate: null }
  if (row <= LAST_URGENT_ROW) return entered
  const since = before.candidate?.regime === outcome ? before.candidate.since : at
  return at - since >= HOLD_SECONDS ? entered : { ...kept, candidate: { regime: outcome, since } }
}
