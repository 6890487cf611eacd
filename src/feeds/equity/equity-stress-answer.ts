import { type Static, Type } from '@sinclair/typebox'
import { component } from '../indices/component.ts'
import { INDEX_UNIT, METHOD_FIELDS, regimeFields, STANDING_FIELDS } from '../indices/index-fields.ts'
import { exampleOfLinear, LINEAR_RANGE } from '../indices/linear-index.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { EQUITY_BANDS, EQUITY_BOUNDARIES } from './equity-bands.ts'
import { EQUITY_STRESS_INDEX } from './equity-stress.ts'

export const EquityStressAnswer = Type.Object({
  scope: Type.Literal('EQUITY', { description: 'Canonical position 2' }),
  value: Type.Number({
    minimum: LINEAR_RANGE.lowest,
    maximum: LINEAR_RANGE.highest,
    description: 'Higher is more stressed; canonical position 4',
  }),
  unit: INDEX_UNIT,
  ...regimeFields(EQUITY_BANDS.names, EQUITY_BOUNDARIES),
  ...STANDING_FIELDS,
  components: Type.Object({
    vix: component('VIX, late by a quarter of an hour in the session, its close after it'),
    ivrv: component('VIX divided by the volatility of the S&P 500 over 21 trading days'),
    vvix: component('VVIX, the volatility of VIX'),
    credit: component('How far the ratio of HYG to LQD lies below its highest of 60 trading days, per cent'),
    dxy: component('Change of the dollar index over 20 business days, per cent'),
  }),
  ...METHOD_FIELDS,
})
export type EquityStressAnswer = Static<typeof EquityStressAnswer>

const MARKETS = ['cboe', 'yahoo'] as const

const { value, components } = exampleOfLinear(
  EQUITY_STRESS_INDEX,
  { vix: 19.8, ivrv: 1.32, vvix: 98, credit: 0.8, dxy: 0.4 },
  (key) => (key === 'dxy' ? ['ecb'] : MARKETS),
)

export const EQUITY_STRESS_EXAMPLE: EquityStressAnswer = {
  scope: 'EQUITY',
  value,
  unit: 'index',
  regime: regimeOf(EQUITY_BANDS, value, null),
  regime_since: 1_794_900_000,
  confidence: 0.95,
  degraded: false,
  components,
  methodVersion: 1,
  computedAt: 1_795_000_002,
  observed_at: 1_795_000_000,
}
