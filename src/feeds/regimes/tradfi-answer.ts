import { type Static, Type } from '@sinclair/typebox'
import { number, numberOrNull, share, word } from '../answer-fields.ts'
import { shownInput } from '../attested.ts'
import { TRADFI_REGIMES } from './tradfi-carry.ts'
import { TRADFI_DOMINANTS } from './tradfi-weights.ts'

const inputNumber = (description: string) => shownInput(Type.Number(), description)

/** The answer about the TradFi regime. */
export const TradfiAnswer = Type.Object({
  layer: Type.Literal('Oracle Information'),
  scope: Type.Literal('TRADFI'),
  regime: word(TRADFI_REGIMES, 'The regime; see /methodology.json'),
  overridden: Type.Boolean({ description: 'PANIC by equity stress or VIX alone, whatever the composite is' }),
  composite: number('Weighted mean of equity stress, NQ volatility and the score of the yield curve, 0 to 100'),
  yield_curve_score: numberOrNull('0 to 100: an inverted curve scores high; null when missing'),
  confidence: share('Distance of the composite to the nearest boundary, times the weight that is there'),
  dominant_signal: word(TRADFI_DOMINANTS, 'Furthest from neutral; balanced where none has half of the whole'),
  degraded: Type.Boolean({ description: 'An input is missing' }),
  regime_since: Type.Integer({ description: 'Unix seconds of the evaluation that entered it' }),
  inputs: Type.Object({
    mesi_value: inputNumber('Equity stress index'),
    mesi_regime: shownInput(Type.String(), 'Its regime'),
    mnvi_value: inputNumber('NQ volatility index'),
    mnvi_regime: shownInput(Type.String(), 'Its regime'),
    yield_curve_pct: inputNumber('Yield of ten years less that of two, percentage points'),
    yield_curve_observed_at: inputNumber('Unix seconds of the end of the day of that value'),
    vix: inputNumber('VIX as the equity stress index used it'),
  }),
  missing: Type.Array(Type.String(), { description: 'Inputs without a value' }),
  sources: Type.Array(Type.String(), { description: 'Actors behind the inputs, ASCII-sorted' }),
})
export type TradfiAnswer = Static<typeof TradfiAnswer>
