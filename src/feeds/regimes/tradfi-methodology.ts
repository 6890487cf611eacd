import { shownTable } from '../rules/decision-table.ts'
import { CURVE_SECONDS } from './tradfi-inputs.ts'
import { BALANCED } from './liquidity-words.ts'
import {
  CURVE_SCALE,
  LEAST_WEIGHT,
  NEUTRAL_SCORE,
  OVERRIDE_TABLE,
  TRADFI_BANDS,
  TRADFI_WEIGHTS,
} from './tradfi-weights.ts'

/** How the TradFi regime is made, from the constants that make it. */
export const TRADFI_METHODOLOGY = {
  weights: { ...TRADFI_WEIGHTS },
  composite: `mean of the parts that are there by weight; not published below a weight of ${LEAST_WEIGHT}`,
  yieldCurve: {
    score: `0 at ${CURVE_SCALE.lo}, 100 at ${CURVE_SCALE.hi} percentage points of ten years less two, linear between`,
    mostSeconds: CURVE_SECONDS,
  },
  regimes: {
    names: [...TRADFI_BANDS.names],
    boundaries: [...TRADFI_BANDS.boundaries],
    deadBand: TRADFI_BANDS.deadBand,
  },
  override: {
    regime: 'PANIC',
    rule: 'entered by ENTER and kept until LEAVE; then the boundaries go on from PANIC',
    table: shownTable(OVERRIDE_TABLE),
  },
  confidence: 'weight that is there * (0.5 + 0.5 * min(1, distance to the nearest boundary / 10))',
  dominantSignal: `largest weight * abs(score - ${NEUTRAL_SCORE}); ${BALANCED} where it is below half of their sum`,
}
