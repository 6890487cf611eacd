import type { Decision } from '../rules/decision-table.ts'
import { type BeforeOf, heldRegime, type Outcome, type SettledOf } from './held-regime.ts'
import { LAST_URGENT_ROW } from './perp-table.ts'
import type { PerpRegime } from './perp-words.ts'

/** When a perpetual regime takes the place of another (methods 6.1). */

/** The regime before, as it was published. */
export type Before = BeforeOf<PerpRegime>

/** Rows above the last urgent one are entered at once. */
export const perpOutcome = ({ row, outcome }: Decision<PerpRegime>): Outcome<PerpRegime> => ({
  outcome,
  isUrgent: row <= LAST_URGENT_ROW,
})

/** @param before `null` at a first start */
export const settled = (decision: Decision<PerpRegime>, before: Before | null, at: number): SettledOf<PerpRegime> =>
  heldRegime(perpOutcome(decision), before, at)
