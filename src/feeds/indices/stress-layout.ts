import { layout, type ValuesOf } from '../../canonical/layout.ts'
import { labelled, measured, readings } from '../../canonical/measured-token.ts'
import { capitals, oneOf } from '../../canonical/token.ts'
import { VALUE_PLACES } from './component.ts'
import { recomputed, regimeCheck } from './recompute.ts'
import { STRESS_BANDS, STRESS_PLACES, stressOf } from './stress.ts'

const TOKENS = {
  scope: oneOf('MARKET'),
  code: oneOf('MSSI'),
  value: measured(VALUE_PLACES),
  unit: capitals(oneOf('INDEX')),
  readings: readings(STRESS_PLACES),
  regime: labelled('REGIME', oneOf(...STRESS_BANDS.names)),
  confidence: labelled('CONFIDENCE', measured(2)),
  method: labelled('METHOD', oneOf('v1')),
} as const

/** `v1|STRESS|MARKET|MSSI|38.21|INDEX|VOL:41.00:0.3000,STBL:…,FR:…,DISP:…|REGIME:ELEVATED|CONFIDENCE:0.95|METHOD:v1|…` */
export const STRESS_LAYOUT = layout('STRESS', TOKENS, {
  repeats: ['scope', 'value', 'unit', 'regime', 'confidence'],
  recompute: (values: ValuesOf<typeof TOKENS>, body) => [
    ...recomputed(values, body, stressOf),
    regimeCheck(STRESS_BANDS, values),
  ],
})
