import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, readings } from '../../canonical/measured-token.ts'
import { oneOf, text } from '../../canonical/token.ts'
import { VALUE_PLACES } from './component.ts'
import { recomputed } from './recompute.ts'
import { VOLATILITY_PLACES, volatilityOf } from './volatility.ts'

const TOKENS = {
  pair: text,
  code: oneOf('MSVI'),
  value: measured(VALUE_PLACES),
  unit: oneOf('index', 'pct_annualized'),
  window: oneOf('30D'),
  readings: readings(VOLATILITY_PLACES),
  confidence: labelled('CONFIDENCE', measured(2)),
  method: labelled('METHOD', oneOf('v1')),
} as const

const coinOf = (pair: string): string => pair.replace(/USD$/, '')

/** `v1|VOLATILITY|BTCUSD|MSVI|21.08|index|30D|RV:44.2600:0.3000,IV:…,TS:…,FR:…,PCR:…|CONFIDENCE:0.95|METHOD:v1|…` */
export const VOLATILITY_LAYOUT = layout('VOLATILITY', TOKENS, {
  repeats: ['pair', 'value', 'unit', 'confidence'],
  recompute: (values: ValuesOf<typeof TOKENS>, body) =>
    recomputed(values, body, (raw) => volatilityOf(coinOf(values.pair), raw)),
})
