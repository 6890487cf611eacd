import { STRESS_EXAMPLE } from '../../../src/feeds/indices/stress-example.ts'
import { COMPONENTS, disagrees, REGIME, VALUE, verifiesIndex, WEIGHTS } from '../../support/feeds/indices/verifying.ts'

verifiesIndex({
  actor: 'index/stress/MARKET',
  example: STRESS_EXAMPLE,
  canonical:
    'v1|STRESS|MARKET|MSSI|38.21|INDEX|VOL:41.00:0.3000,STBL:0.2100:0.2500,FR:2.2000:0.3000,DISP:3.1000:0.1500|REGIME:ELEVATED|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
  weights: '0.3000 0.2500 0.3000 0.1500',
  fields: ['scope', 'value', 'unit', 'regime', 'confidence'],
  changes: [
    ['VOL:41.00', 'VOL:42.00', [VALUE, COMPONENTS]],
    ['STBL:0.2100', 'STBL:0.3100', [VALUE, COMPONENTS]],
    ['FR:2.2000', 'FR:2.3000', [VALUE, COMPONENTS]],
    ['DISP:3.1000:0.1500', 'DISP:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['VOL:41.00:0.3000', 'VOL:41.00:0.3100', [WEIGHTS, COMPONENTS]],
    ['REGIME:ELEVATED', 'REGIME:HIGH', [disagrees('regime'), REGIME]],
  ],
})
