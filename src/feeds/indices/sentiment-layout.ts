import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, readings } from '../../canonical/measured-token.ts'
import { capitals, oneOf, text } from '../../canonical/token.ts'
import { VALUE_PLACES } from './component.ts'
import { recomputed, regimeCheck } from './recompute.ts'
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

/** `v1|SENTIMENT|BTCUSD|MSXI|-12.71|INDEX|FR:-0.00003168:0.3000,SKEW:…,PCR:…,TS:…,BASIS:…|REGIME:NEUTRAL|CONFIDENCE:0.95|METHOD:v1|…` */
export const SENTIMENT_LAYOUT = layout('SENTIMENT', TOKENS, {
  repeats: ['pair', 'value', 'unit', 'regime', 'confidence'],
  recompute: (values: ValuesOf<typeof TOKENS>, body) => [
    ...recomputed(values, body, sentimentOf),
    regimeCheck(SENTIMENT_BANDS, values),
  ],
})
