import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { integer, oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { TARIFF } from '../tariff.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { macroInputs } from './macro-inputs.ts'
import { MacroRiskAnswer, macroRiskOf } from './macro-risk-answer.ts'
import { MACRO_REGIMES } from './macro-risk-carry.ts'

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(MacroRiskAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = macroRiskOf(body.inputs, at)
  return [
    inputsCheck(body.inputs, macroInputs(NOTHING_TOLD), at),
    { what: 'points, score, regime and confidence follow from the inputs', ok: found !== null && repeats(body, found) },
  ]
}

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
    recompute: recount,
  },
)
