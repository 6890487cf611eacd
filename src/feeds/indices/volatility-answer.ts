import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import type { Conclusion } from '../feed.ts'
import type { Pair } from '../prices/pairs.ts'
import type { VolatilityCarry } from './volatility-carry.ts'
import { FLOORS, type Component, type IndexStanding, indexStanding } from './assembly.ts'
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
import {
  type Volatility,
  VOLATILITY_KEYS,
  VOLATILITY_PLACES,
  VOLATILITY_WEIGHTS,
  type VolatilityKey,
  volatilityOf,
} from './volatility.ts'

export const VolatilityAnswer = Type.Object({
  pair: Type.String({ description: 'Upper case, concatenated; canonical position 2' }),
  value: Type.Number({ description: '0 to 100, or per cent a year when not normalized; canonical position 4' }),
  unit: Type.Union([Type.Literal('index'), Type.Literal('pct_annualized')], { description: 'Canonical position 5' }),
  confidence: Type.Number({ minimum: 0, maximum: 1, description: 'Canonical position 8' }),
  normalized: Type.Boolean({ description: 'False when only volatilities were there, and the value is one' }),
  degraded: Type.Boolean({ description: 'A component is missing, a fallback stands in, or confidence is below 0.75' }),
  spotPrice: Type.Optional(Type.Number({ description: 'Our spot median of the same minute, in dollars' })),
  components: Type.Object({
    rv: component('30-day Parkinson realized volatility, per cent a year'),
    iv: component('At-the-money implied volatility at 30 days, per cent a year'),
    ts: component('Implied volatility at 7 days over 90 days'),
    fr: component('Capped weighted median of perpetual funding, per 8 hours'),
    pcr: component('Put over call open interest within 30 days'),
  }),
  methodVersion: Type.Integer(),
  computedAt: Type.Integer({ description: 'Unix seconds' }),
})

export type VolatilityAnswer = Static<typeof VolatilityAnswer>

/** The readings of all inputs; `null` for a missing one. */
export type Readings = ReadingsOf<VolatilityKey>

/** Why there is no index: weight or confidence is too low. */
export interface TooLittle {
  readonly kind: 'too_little'
  readonly weight: number
  readonly confidence: number
}

/**
 * The standing of an index whose only components are volatilities: confidence over those two alone, no floor for the
 * weight, always degraded.
 */
const plainStanding = (parts: readonly Component[], all: IndexStanding): IndexStanding => {
  const nominal = parts.reduce((sum, part) => sum + part.weight, 0)
  const confidence = indexStanding(parts).confidence / nominal
  return { ...all, confidence, degraded: true, published: confidence >= FLOORS.confidence }
}

const standing = (readings: Readings, { unit }: Volatility): IndexStanding => {
  const part = (key: VolatilityKey): Component => partOf(VOLATILITY_WEIGHTS, readings, key)
  const all = indexStanding(VOLATILITY_KEYS.map(part))
  return unit === 'index' ? all : plainStanding([part('rv'), part('iv')], all)
}

/** Rounds the inputs, computes the value and checks the floors. Pure: the result depends on the arguments alone. */
export const concludeVolatility = (
  pair: Pick<Pair, 'base' | 'domain'>,
  readings: Readings,
  spotPrice: number | null,
  now: number,
): Conclusion<VolatilityAnswer, VolatilityCarry> | TooLittle => {
  const raw = rawOf(VOLATILITY_PLACES, readings)
  const found = volatilityOf(pair.base, raw)
  if (!found) return { kind: 'too_little', weight: 0, confidence: 0 }
  const { confidence, degraded, published, weight } = standing(readings, found)
  if (!published) return { kind: 'too_little', weight, confidence }
  return {
    kind: 'concluded',
    content: {
      pair: pair.domain,
      value: rounded(found.value, VALUE_PLACES),
      unit: found.unit,
      confidence: rounded(confidence, CONFIDENCE_PLACES),
      normalized: found.unit === 'index',
      degraded,
      ...(spotPrice !== null && { spotPrice }),
      components: componentsOf(raw, found.weights, readings),
      methodVersion: 1,
      computedAt: Math.floor(now / 1_000),
    },
    carry: { value: found.value, unit: found.unit, confidence, observedAt: oldestReading(readings) },
  }
}
