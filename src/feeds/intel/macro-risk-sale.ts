import { measure } from '../../canonical/measure.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { TARIFF } from '../tariff.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { macroInputs } from './macro-inputs.ts'
import { MacroRiskAnswer, macroRiskOf } from './macro-risk-answer.ts'
import { MACRO_REGIMES } from './macro-risk-carry.ts'
import { serviceRecount } from './recount-service.ts'

const recompute = serviceRecount({
  answer: MacroRiskAnswer,
  read: macroInputs,
  follows: ({ inputs }, at) => macroRiskOf(inputs, at),
  what: 'points, score, regime and confidence follow from the inputs',
})

/** `v1|INTEL|MACRO_RISK|<score>|<regime>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const MACRO_RISK_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('MACRO_RISK'),
    risk_score: integer,
    risk_regime: oneOf(...MACRO_REGIMES),
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: MacroRiskAnswer,
    path: '/oracle/intel/macro/risk',
    catalogue: INTEL_CATALOGUE,
    price: TARIFF.macroRisk,
    apart: () => ({ kind: 'MACRO_RISK' as const }),
    preview: { staleMinutes: INTEL_STALE_MINUTES, main: mainWord('risk_regime'), fields: ['service', 'risk_regime'] },
    recompute,
  },
)
