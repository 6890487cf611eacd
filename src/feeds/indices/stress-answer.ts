import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { word } from '../answer-fields.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { indexStanding } from './assembly.ts'
import {
  component,
  componentsOf,
  CONFIDENCE_PLACES,
  oldestReading,
  partOf,
  rawOf,
  type ReadingsOf,
  VALUE_PLACES,
} from './component.ts'
import { indexShortfall } from './index-shortfall.ts'
import { regimeSince } from './regime-since.ts'
import type { StressCarry } from './stress-carry.ts'
import { STRESS_BANDS, STRESS_KEYS, STRESS_PLACES, STRESS_WEIGHTS, type StressKey, stressOf } from './stress.ts'

export const StressAnswer = Type.Object({
  scope: Type.Literal('MARKET', { description: 'Canonical position 2' }),
  value: Type.Number({ minimum: 0, maximum: 100, description: 'Higher is more stressed; canonical position 4' }),
  unit: Type.Literal('index', { description: 'Canonical position 5, in capitals there' }),
  regime: word(
    STRESS_BANDS.names,
    'Boundaries 25, 50 and 75, each with a dead band of two points; canonical position 7',
  ),
  regime_since: Type.Integer({ description: 'Unix seconds of the tick that entered the regime' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Canonical position 8' }),
  degraded: Type.Boolean({ description: 'A component is missing, a fallback stands in, or confidence is below 0.75' }),
  components: Type.Object({
    vol: component('Mean of the BTC and ETH volatility indices'),
    stbl: component('Largest departure of USDT and USDC from a dollar, per cent'),
    fr: component('Size of the mean of the three-day z-scores of BTC and ETH funding'),
    disp: component('Spread of venue funding, mean of BTC, ETH and SOL, basis points per 8 hours'),
  }),
  methodVersion: Type.Integer(),
  computedAt: Type.Integer({ description: 'Unix seconds' }),
})

export type StressAnswer = Static<typeof StressAnswer>

/** Rounds the inputs, computes the value, checks the floors and names the regime. */
export const concludeStress = (
  readings: ReadingsOf<StressKey>,
  context: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<StressAnswer, StressCarry> | Declined => {
  const raw = rawOf(STRESS_PLACES, readings)
  const found = stressOf(raw)
  if (!found) return indexShortfall(STRESS_KEYS, readings, null)
  const standing = indexStanding(STRESS_KEYS.map((key) => partOf(STRESS_WEIGHTS, readings, key)))
  if (!standing.published) return indexShortfall(STRESS_KEYS, readings, standing)
  const value = rounded(found.value, VALUE_PLACES)
  const { regime, regime_since } = regimeSince(STRESS_BANDS, value, context)
  return {
    kind: 'concluded',
    content: {
      scope: 'MARKET',
      value,
      unit: found.unit,
      regime,
      regime_since,
      confidence: rounded(standing.confidence, CONFIDENCE_PLACES),
      degraded: standing.degraded,
      components: componentsOf(raw, found.weights, readings),
      methodVersion: 1,
      computedAt: Math.floor(context.now / 1_000),
    },
    carry: {
      value: found.value,
      unit: found.unit,
      regime,
      confidence: standing.confidence,
      observedAt: oldestReading(readings),
    },
  }
}
