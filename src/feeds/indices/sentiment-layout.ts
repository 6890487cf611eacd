import type { Check } from '../../canonical/check.ts'
import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, readings } from '../../canonical/measured-token.ts'
import { capitals, oneOf, text } from '../../canonical/token.ts'
import { mayBe } from '../math/hysteresis.ts'
import { VALUE_PLACES } from './component.ts'
import { recomputed } from './recompute.ts'
import { SENTIMENT_BANDS, SENTIMENT_PLACES, sentimentOf } from './sentiment.ts'

const TOKENS = {
  pair: text,
  code: oneOf('MSXI'),
  value: measured(VALUE_PLACES),
  unit: capitals(oneOf('INDEX')),
  readings: readings(SENTIMENT_PLACES),
  regime: labelled('REGIME', oneOf(...SENTIMENT_BANDS.names)),
  confidence: labelled('CONFIDENCE', measured(2)),
  method: labelled('METHOD', oneOf('v1')),
} as const

/** A single answer does not show the regime before it. Only whether the value allows the regime can be checked. */
const regimeCheck = ({ value, regime }: ValuesOf<typeof TOKENS>): Check => ({
  what: 'the value allows the regime',
  ok: mayBe(SENTIMENT_BANDS, value, regime),
  detail: regime,
})

/** `v1|SENTIMENT|BTCUSD|MSXI|-12.71|INDEX|FR:-0.00003168:0.3000,SKEW:…,PCR:…,TS:…,BASIS:…|REGIME:NEUTRAL|CONFIDENCE:0.95|METHOD:v1|…` */
export const SENTIMENT_LAYOUT = layout('SENTIMENT', TOKENS, {
  recompute: (values: ValuesOf<typeof TOKENS>, body) => [...recomputed(values, body, sentimentOf), regimeCheck(values)],
})
