import { type Static, Type } from '@sinclair/typebox'
import { component } from '../indices/component.ts'
import { INDEX_UNIT, METHOD_FIELDS, regimeFields, STANDING_FIELDS } from '../indices/index-fields.ts'
import { exampleOfLinear, LINEAR_RANGE } from '../indices/linear-index.ts'
import { regimeOf } from '../math/hysteresis.ts'
import { EQUITY_BANDS, EQUITY_BOUNDARIES } from './equity-bands.ts'
import { NQ_VOLATILITY_INDEX } from './nq-volatility.ts'

export const NqVolatilityAnswer = Type.Object({
  pair: Type.Literal('NQUSD', { description: 'Canonical position 2' }),
  value: Type.Number({
    minimum: LINEAR_RANGE.lowest,
    maximum: LINEAR_RANGE.highest,
    description: 'Higher is more volatile; canonical position 4',
  }),
  unit: INDEX_UNIT,
  ...regimeFields(EQUITY_BANDS.names, EQUITY_BOUNDARIES),
  ...STANDING_FIELDS,
  components: Type.Object({
    rv: component('Range volatility of the Nasdaq-100 over 30 trading days, per cent a year'),
    ts: component('VIX9D divided by VIX'),
    beta: component('Range volatility of the Nasdaq-100 divided by that of the S&P 500'),
    vvix: component('VVIX, the volatility of VIX'),
    mom: component('Change of the Nasdaq-100 over 20 trading days, per cent; a fall scores'),
  }),
  ...METHOD_FIELDS,
})
export type NqVolatilityAnswer = Static<typeof NqVolatilityAnswer>

const { value, components } = exampleOfLinear(
  NQ_VOLATILITY_INDEX,
  { rv: 21.5, ts: 0.93, beta: 1.31, vvix: 98, mom: 1.8 },
  () => ['cboe', 'yahoo'],
)

export const NQ_VOLATILITY_EXAMPLE: NqVolatilityAnswer = {
  pair: 'NQUSD',
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
