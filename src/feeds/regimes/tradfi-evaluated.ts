import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import {
  tradfiComposite,
  isTradfiCovered,
  tradfiConfidence,
  tradfiCoverage,
  tradfiDominant,
} from './tradfi-composite.ts'
import type { TradfiInputValues } from './tradfi-inputs.ts'
import type { Alarms } from './tradfi-regime.ts'
import { curveScore, type TradfiScores } from './tradfi-weights.ts'

/** What follows from the inputs of a TradFi regime. */

/** Decimals of the composite, of the score of the curve, and of confidence. */
export const TRADFI_PLACES = { composite: 1, score: 2, confidence: 2 } as const

/** Everything that a body says of its inputs but the regime; `null` values where too little is there. */
export const tradfiEvaluated = ({ mesi_value, mnvi_value, yield_curve_pct, vix }: TradfiInputValues) => {
  const spread = yield_curve_pct.value
  const scores: TradfiScores = {
    mesi: mesi_value.value,
    mnvi: mnvi_value.value,
    yield_curve: roundedOrNull(spread === null ? null : curveScore(spread), TRADFI_PLACES.score),
  }
  const coverage = tradfiCoverage(scores)
  const alarms: Alarms = { mesi_value: mesi_value.value, vix: vix.value }
  if (!isTradfiCovered(coverage)) return { coverage, alarms, shown: null }
  const composite = rounded(tradfiComposite(scores), TRADFI_PLACES.composite)
  return {
    coverage,
    alarms,
    shown: {
      composite,
      confidence: rounded(tradfiConfidence(composite, coverage), TRADFI_PLACES.confidence),
      dominant_signal: tradfiDominant(scores),
      yield_curve_score: scores.yield_curve,
    },
  }
}
