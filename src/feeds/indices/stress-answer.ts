import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { word } from '../answer-fields.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { FLOORS, indexStanding } from './assembly.ts'
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

const missing = (readings: ReadingsOf<StressKey>, standing: string): Declined => {
  const keys = STRESS_KEYS.filter((key) => readings[key] === null)
  return { kind: 'input_missing', input: `${keys.join(', ') || 'confidence'} (${standing})` }
}

/**
 * Rounds the inputs, computes the value, checks the floors and names the regime. The hysteresis starts from the regime
 * of the last snapshot, which is stored and so does not depend on a process.
 */
export const concludeStress = (
  readings: ReadingsOf<StressKey>,
  { previous, now }: Pick<TickContext, 'previous' | 'now'>,
): Conclusion<StressAnswer> | Declined => {
  const raw = rawOf(STRESS_PLACES, readings)
  const found = stressOf(raw)
  if (!found) return missing(readings, 'no component is there')
  const standing = indexStanding(STRESS_KEYS.map((key) => partOf(STRESS_WEIGHTS, readings, key)))
  if (!standing.published)
    return missing(
      readings,
      `weight ${standing.weight.toFixed(2)} of ${FLOORS.weight}, confidence ${standing.confidence.toFixed(2)} of ${FLOORS.confidence}`,
    )
  // The rounded value decides, so that a buyer can check the regime from signed rows.
  const value = rounded(found.value, VALUE_PLACES)
  const before = previous?.content['regime']
  const regime = regimeOf(STRESS_BANDS, value, typeof before === 'string' ? before : null)
  const since = previous?.content['regime_since']
  const second = Math.floor(now / 1_000)
  return {
    kind: 'concluded',
    content: {
      scope: 'MARKET',
      value,
      unit: found.unit,
      regime,
      regime_since: regime === before && typeof since === 'number' ? since : second,
      confidence: rounded(standing.confidence, CONFIDENCE_PLACES),
      degraded: standing.degraded,
      components: componentsOf(raw, found.weights, readings),
      methodVersion: 1,
      computedAt: second,
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
