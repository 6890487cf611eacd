import { type Static, Type } from '@sinclair/typebox'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { IndexFormula } from './assembled-index.ts'
import { component, type ReadingsOf } from './component.ts'
import { INDEX_UNIT, METHOD_FIELDS, regimeFields, STANDING_FIELDS } from './index-fields.ts'
import { concludeWithRegime } from './regime-index.ts'
import type { StressCarry } from './stress-carry.ts'
import {
  STRESS_BANDS,
  STRESS_KEYS,
  STRESS_PLACES,
  STRESS_RANGE,
  STRESS_WEIGHTS,
  type StressKey,
  stressOf,
} from './stress.ts'

export const StressAnswer = Type.Object({
  scope: Type.Literal('MARKET', { description: 'Canonical position 2' }),
  value: Type.Number({
    minimum: STRESS_RANGE.lowest,
    maximum: STRESS_RANGE.highest,
    description: 'Higher is more stressed; canonical position 4',
  }),
  unit: INDEX_UNIT,
  ...regimeFields(STRESS_BANDS.names, 'Boundaries 25, 50 and 75, each with a dead band of two points'),
  ...STANDING_FIELDS,
  components: Type.Object({
    vol: component('Mean of the BTC and ETH volatility indices'),
    stbl: component('Largest departure of USDT and USDC from a dollar, per cent'),
    fr: component('Size of the mean of the three-day z-scores of BTC and ETH funding'),
    disp: component('Spread of venue funding, mean of BTC, ETH and SOL, basis points per 8 hours'),
  }),
  ...METHOD_FIELDS,
})

export type StressAnswer = Static<typeof StressAnswer>

const FORMULA: IndexFormula<StressKey> = {
  keys: STRESS_KEYS,
  places: STRESS_PLACES,
  weights: STRESS_WEIGHTS,
  assemble: stressOf,
}

export const concludeStress = (
  readings: ReadingsOf<StressKey>,
  context: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<StressAnswer, StressCarry> | Declined => {
  const found = concludeWithRegime(FORMULA, STRESS_BANDS, readings, context)
  return found.kind === 'concluded' ? { ...found, content: { scope: 'MARKET', ...found.content } } : found
}
