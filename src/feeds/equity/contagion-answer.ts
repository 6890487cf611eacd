import { type Static, Type } from '@sinclair/typebox'
import { component } from '../indices/component.ts'
import { INDEX_UNIT, METHOD_FIELDS, regimeFields, STANDING_FIELDS } from '../indices/index-fields.ts'
import { exampleOfLinear, LINEAR_RANGE } from '../indices/linear-index.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { CONTAGION_BANDS, CONTAGION_INDEX } from './contagion.ts'

/** The market whose hours the equity side follows. */
export const SESSION = 'SP500'

export const ContagionAnswer = Type.Object({
  scope: Type.Literal('MARKET', { description: 'Canonical position 2' }),
  value: Type.Number({
    minimum: LINEAR_RANGE.lowest,
    maximum: LINEAR_RANGE.highest,
    description: 'Higher is more coupled; canonical position 4',
  }),
  unit: INDEX_UNIT,
  ...regimeFields(CONTAGION_BANDS.names, 'Boundaries 15, 25 and 50, each with a dead band of two points'),
  ...STANDING_FIELDS,
  session: Type.Literal(SESSION, { description: 'The equity market that is compared with bitcoin' }),
  returns: Type.Union([Type.Integer(), Type.Null()], { description: 'Common daily returns behind corr and beta' }),
  fisher_se: Type.Union([Type.Number(), Type.Null()], {
    description: "Standard error of Fisher's z of corr: 1/sqrt(returns - 3)",
  }),
  components: Type.Object({
    corr: component('Correlation of daily returns of bitcoin and the S&P 500 at the closes of New York'),
    eqv: component('VIX, late by a quarter of an hour in the session, its close after it'),
    dxy: component('Change of the dollar index over 20 business days, per cent'),
    beta: component('Slope of the returns of bitcoin on those of the S&P 500'),
  }),
  ...METHOD_FIELDS,
})
export type ContagionAnswer = Static<typeof ContagionAnswer>

const { value, components } = exampleOfLinear(CONTAGION_INDEX, { corr: 0.41, eqv: 18.2, dxy: 0.3, beta: 1.8 }, (key) =>
  key === 'dxy' ? ['ecb'] : ['cboe', 'yahoo'],
)

export const CONTAGION_EXAMPLE: ContagionAnswer = {
  scope: 'MARKET',
  value,
  unit: 'index',
  regime: regimeOf(CONTAGION_BANDS, value, null),
  regime_since: 1_794_900_000,
  confidence: 0.95,
  degraded: false,
  session: SESSION,
  returns: 30,
  fisher_se: 0.1925,
  components,
  methodVersion: 1,
  computedAt: 1_795_000_002,
  observed_at: 1_795_000_000,
}
