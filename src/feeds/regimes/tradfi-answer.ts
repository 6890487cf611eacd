import { EQUITY_BANDS, type EquityRegime } from '../equity/equity-bands.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { INPUT_STANDING, inputStanding, shownInput, shownWord } from '../attested.ts'
import { LINEAR_RANGE } from '../indices/linear-index.ts'
import { mayBe } from '../math/hysteresis.ts'
import {
  LEAST_TRADFI_COVERAGE,
  TRADFI_BANDS,
  TRADFI_DOMINANTS,
  TRADFI_REGIMES,
  type TradfiSignal,
  TRADFI_WEIGHTS,
} from './tradfi-rules.ts'
import { overrideOf, type TradfiStand, type TradfiStanding, tradfiVerdict } from './tradfi-verdict.ts'

/** The answer about traditional markets, and what of it follows from its inputs (methods 6.3). */

export const TRADFI_PLACES = { composite: 1, confidence: 2, score: 4 } as const

const indexValue = Type.Number({ minimum: LINEAR_RANGE.lowest, maximum: LINEAR_RANGE.highest })

const Inputs = Type.Object({
  mesi_value: shownInput(indexValue, 'Equity stress index'),
  mesi_regime: shownWord(EQUITY_BANDS.names, 'Its regime'),
  mnvi_value: shownInput(indexValue, 'NQ volatility index'),
  mnvi_regime: shownWord(EQUITY_BANDS.names, 'Its regime'),
  yield_curve_pct: shownInput(Type.Number(), 'Treasury yield of ten years less that of two, percentage points'),
  vix: shownInput(Type.Number({ exclusiveMinimum: 0 }), 'Level of VIX, from the body of the equity stress index'),
})
export type TradfiInputs = Static<typeof Inputs>

const Signal = Type.Object({
  score: numberOrNull('0 to 100; null when missing'),
  weight: number('Of all; one that is missing shares it out among the others'),
})

export const TradfiAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  scope: Type.Literal('EQUITY'),
  regime: word(TRADFI_REGIMES, 'The regime; see /methodology.json'),
  composite: number('Weighted mean of the scores, 0 to 100; higher is more stressed'),
  confidence: share('Weight that is there, less the nearer the composite lies to a boundary'),
  dominant_signal: word(TRADFI_DOMINANTS, 'What pulls most; balanced where none pulls half of all'),
  ...INPUT_STANDING,
  regime_since: Type.Integer({ description: 'Unix seconds of the evaluation that entered it' }),
  overridden: Type.Boolean({ description: 'It is PANIC by the level of equity stress or of VIX' }),
  overridden_at: Type.Union([Type.Integer(), Type.Null()], {
    description: 'Unix seconds at which a known level last made it so; null if it is not overridden',
  }),
  coverage: share('Weight that is there'),
  signals: Type.Object({ mesi: Signal, mnvi: Signal, yield_curve: Signal }),
  inputs: Inputs,
})
export type TradfiAnswer = Static<typeof TradfiAnswer>

/** Everything that follows from the inputs alone; `null` where too little is there. */
export const tradfiOf = (inputs: TradfiInputs) => {
  const mesi = inputs.mesi_value.value
  const verdict = tradfiVerdict({ mesi, mnvi: inputs.mnvi_value.value, spread: inputs.yield_curve_pct.value })
  if (verdict === null || verdict.coverage < LEAST_TRADFI_COVERAGE) return null
  const composite = rounded(verdict.composite, TRADFI_PLACES.composite)
  const stand: TradfiStand = { composite, mesi, vix: inputs.vix.value }
  const signal = (name: TradfiSignal) => {
    const score = verdict.scores[name]
    return { score: score === null ? null : rounded(score, TRADFI_PLACES.score), weight: TRADFI_WEIGHTS[name] }
  }
  const shown = {
    composite,
    confidence: rounded(verdict.confidence, TRADFI_PLACES.confidence),
    dominant_signal: verdict.dominant,
    coverage: verdict.coverage,
    signals: { mesi: signal('mesi'), mnvi: signal('mnvi'), yield_curve: signal('yield_curve') },
    ...inputStanding(inputs),
  }
  return { stand, shown }
}

/** Whether an index is told with its regime, and the two can stand together. */
const isOneIndex = (value: number | null, regime: EquityRegime | null): boolean =>
  value === null || regime === null ? value === regime : mayBe(EQUITY_BANDS, value, regime)

/** Whether both indices have regimes that their values allow. */
export const haveTheirRegimes = ({ mesi_value, mesi_regime, mnvi_value, mnvi_regime }: TradfiInputs): boolean =>
  isOneIndex(mesi_value.value, mesi_regime.value) && isOneIndex(mnvi_value.value, mnvi_regime.value)

/**
 * Whether a regime can be that of these inputs, whatever was before.
 *
 * @param at Unix seconds of the answer
 */
export const mayBeTradfi = (stand: TradfiStand, told: TradfiStanding, at: number): boolean => {
  const { overridden, overridden_at: seenAt } = overrideOf(stand, told, at)
  return (
    overridden === told.overridden &&
    seenAt === told.overridden_at &&
    (seenAt === null || seenAt <= at) &&
    (overridden ? told.regime === 'PANIC' : mayBe(TRADFI_BANDS, stand.composite, told.regime))
  )
}
