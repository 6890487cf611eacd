import type { Decision } from '../rules/decision-table.ts'
import { type HeldRegime, heldRegime, type HoldRule, type RegimeBefore } from './held-regime.ts'
import { LAST_URGENT_ROW } from './perp-table.ts'
import type { PerpRegime } from './perp-words.ts'

/** A row below the urgent ones must have held for a minute (methods 6.1). */
export const PERP_HOLD: HoldRule = { holdSeconds: 60, pauseSeconds: 600 }

export type Before = RegimeBefore<PerpRegime>

export const settled = (
  { row, outcome }: Decision<PerpRegime>,
  before: Before | null,
  at: number,
): HeldRegime<PerpRegime> => heldRegime({ outcome, isUrgent: row <= LAST_URGENT_ROW }, before, at, PERP_HOLD)
