import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { TARIFF } from '../tariff.ts'
import { ConsensusAnswer, consensusOf } from './consensus-answer.ts'
import { consensusInputs } from './consensus-inputs.ts'
import { CONSENSUS_LEVELS, THEMES } from './consensus-rules.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(ConsensusAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = consensusOf(body.inputs)
  return [
    inputsCheck(body.inputs, consensusInputs(NOTHING_TOLD), at),
    {
      what: 'votes, shares, agreement, theme and confidence follow from the inputs',
      ok: found !== null && repeats(body, found),
    },
  ]
}

/** `v1|INTEL|CONSENSUS|<level>|<theme>|<agreement>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const CONSENSUS_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('CONSENSUS'),
    consensus: oneOf(...CONSENSUS_LEVELS),
    dominant_theme: oneOf(...THEMES),
    agreement: measure(INTEL_PLACES),
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: ConsensusAnswer,
    path: '/oracle/intel/consensus',
    catalogue: '/oracle/intel/consensus/catalogue',
    alsoListedAt: [INTEL_CATALOGUE],
    price: TARIFF.consensus,
    apart: () => ({ kind: 'CONSENSUS' as const }),
    preview: {
      staleMinutes: INTEL_STALE_MINUTES,
      main: mainWord('dominant_theme'),
      fields: ['service', 'dominant_theme'],
    },
    recompute: recount,
  },
)
