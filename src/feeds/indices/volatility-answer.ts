import { type Static, Type } from '@sinclair/typebox'
import type { Conclusion, Declined } from '../feed.ts'
import type { Pair } from '../prices/pairs.ts'
import { assembledIndex, type IndexFormula } from './assembled-index.ts'
import { type Component, FLOORS, type IndexStanding, indexStanding } from './assembly.ts'
import { component, partOf, type ReadingsOf } from './component.ts'
import { METHOD_FIELDS, STANDING_FIELDS } from './index-fields.ts'
import { indexShortfall } from './index-shortfall.ts'
import type { VolatilityCarry } from './volatility-carry.ts'
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
  confidence: STANDING_FIELDS.confidence,
  normalized: Type.Boolean({ description: 'False when only volatilities were there, and the value is one' }),
  degraded: STANDING_FIELDS.degraded,
  spotPrice: Type.Optional(Type.Number({ description: 'Our spot median of the same minute, in dollars' })),
  components: Type.Object({
    rv: component('30-day Parkinson realized volatility, per cent a year'),
    iv: component('At-the-money implied volatility at 30 days, per cent a year'),
    ts: component('Implied volatility at 7 days over 90 days'),
    fr: component('Capped weighted median of perpetual funding, per 8 hours'),
    pcr: component('Put over call open interest within 30 days'),
  }),
  ...METHOD_FIELDS,
})

export type VolatilityAnswer = Static<typeof VolatilityAnswer>

/** The readings of all inputs; `null` for a missing one. */
export type Readings = ReadingsOf<VolatilityKey>

/**
 * The standing of an index whose only components are volatilities: confidence over those two alone, no floor for the
 * weight, always degraded.
 */
const plainStanding = (parts: readonly Component[], all: IndexStanding): IndexStanding => {
  const nominal = parts.reduce((sum, part) => sum + part.weight, 0)
  const confidence = indexStanding(parts).confidence / nominal
  return { ...all, confidence, degraded: true, published: confidence >= FLOORS.confidence }
}

const standing = (readings: Readings, unit: Volatility['unit']): IndexStanding => {
  const part = (key: VolatilityKey): Component => partOf(VOLATILITY_WEIGHTS, readings, key)
  const all = indexStanding(VOLATILITY_KEYS.map(part))
  return unit === 'index' ? all : plainStanding([part('rv'), part('iv')], all)
}

const formulaOf = (coin: string): IndexFormula<VolatilityKey, Volatility['unit']> => ({
  keys: VOLATILITY_KEYS,
  places: VOLATILITY_PLACES,
  weights: VOLATILITY_WEIGHTS,
  assemble: (raw) => volatilityOf(coin, raw),
  standing,
})

/** Nothing is there, or the coin has no scale. */
const NOTHING = { weight: 0, confidence: 0 } as const

/** The index of a pair, and whether it is one: volatilities alone are a volatility. */
export const concludeVolatility = (
  { base, domain }: Pick<Pair, 'base' | 'domain'>,
  readings: Readings,
  spotPrice: number | null,
  now: number,
): Conclusion<VolatilityAnswer, VolatilityCarry> | Declined => {
  const found = assembledIndex(formulaOf(base), readings, now)
  if (found.kind === 'too_little') return indexShortfall(VOLATILITY_KEYS, readings, found.standing ?? NOTHING)
  const { value, unit, confidence, degraded, ...more } = found.content
  return {
    kind: 'concluded',
    content: {
      pair: domain,
      value,
      unit,
      confidence,
      normalized: unit === 'index',
      degraded,
      ...(spotPrice !== null && { spotPrice }),
      ...more,
    },
    carry: found.carry,
  }
}
