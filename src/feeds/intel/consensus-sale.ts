import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { TARIFF } from '../tariff.ts'
import { ConsensusAnswer, consensusOf } from './consensus-answer.ts'
import { consensusInputs } from './consensus-inputs.ts'
import { CONSENSUS_LEVELS, THEMES } from './consensus-rules.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { serviceRecount } from './recount-service.ts'

const recompute = serviceRecount({
  answer: ConsensusAnswer,
  read: consensusInputs,
  follows: ({ inputs }) => consensusOf(inputs),
  what: 'votes, shares, agreement, theme and confidence follow from the inputs',
})

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
    recompute,
  },
)
