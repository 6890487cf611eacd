import { CONTAGION_EXAMPLE } from '../../../src/feeds/equity/contagion-answer.ts'
import { EQUITY_STRESS_EXAMPLE } from '../../../src/feeds/equity/equity-stress-answer.ts'
import { NQ_VOLATILITY_EXAMPLE } from '../../../src/feeds/equity/nq-volatility-answer.ts'
import { COMPONENTS, disagrees, REGIME, VALUE, verifiesIndex, WEIGHTS } from '../../support/feeds/indices/verifying.ts'

verifiesIndex({
  actor: 'index/equity-stress/EQUITY',
  example: EQUITY_STRESS_EXAMPLE,
  canonical:
    'v1|STRESS|EQUITY|MESI|27.10|INDEX|VIX:19.80:0.3000,IVRV:1.3200:0.2000,VVIX:98.00:0.2000,CREDIT:0.8000:0.1500,DXY:0.4000:0.1500|REGIME:MODERATE|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
  weights: '0.3000 0.2000 0.2000 0.1500 0.1500',
  fields: ['scope', 'value', 'unit', 'regime', 'confidence'],
  changes: [
    ['VIX:19.80', 'VIX:20.80', [VALUE, COMPONENTS]],
    ['IVRV:1.3200', 'IVRV:1.4200', [VALUE, COMPONENTS]],
    ['CREDIT:0.8000:0.1500', 'CREDIT:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['REGIME:MODERATE', 'REGIME:HIGH', [disagrees('regime'), REGIME]],
  ],
})

verifiesIndex({
  actor: 'index/contagion/MARKET',
  example: CONTAGION_EXAMPLE,
  canonical:
    'v1|CONTAGION|MARKET|MSTI|41.11|INDEX|CORR:0.4100:0.3000,EQV:18.20:0.2500,DXY:0.3000:0.2000,BETA:1.8000:0.2500|REGIME:COUPLED|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
  weights: '0.3000 0.2500 0.2000 0.2500',
  fields: ['scope', 'value', 'unit', 'regime', 'confidence'],
  changes: [
    ['CORR:0.4100', 'CORR:0.5100', [VALUE, COMPONENTS]],
    ['BETA:1.8000:0.2500', 'BETA:NA:0.0000', [VALUE, WEIGHTS, COMPONENTS]],
    ['REGIME:COUPLED', 'REGIME:DECOUPLED', [disagrees('regime'), REGIME]],
  ],
})

verifiesIndex({
  actor: 'index/nq-volatility/NQ-USD',
  example: NQ_VOLATILITY_EXAMPLE,
  canonical:
    'v1|VOLATILITY|NQUSD|MNVI|29.78|INDEX|RV:21.5000:0.2500,TS:0.9300:0.2000,BETA:1.3100:0.2000,VVIX:98.00:0.2000,MOM:1.8000:0.1500|REGIME:MODERATE|CONFIDENCE:0.95|METHOD:v1|1795000002|482910',
  weights: '0.2500 0.2000 0.2000 0.2000 0.1500',
  fields: ['pair', 'value', 'unit', 'regime', 'confidence'],
  changes: [
    ['RV:21.5000', 'RV:31.5000', [VALUE, COMPONENTS]],
    ['MOM:1.8000', 'MOM:-1.8000', [VALUE, COMPONENTS]],
    ['REGIME:MODERATE', 'REGIME:CALM', [disagrees('regime'), REGIME]],
  ],
})
