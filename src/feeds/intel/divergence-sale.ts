import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { TARIFF } from '../tariff.ts'
import { DivergenceAnswer, divergenceOf } from './divergence-answer.ts'
import { divergenceInputs } from './divergence-inputs.ts'
import { DIVERGENCE_DIRECTIONS, DIVERGENCES } from './divergence-rules.ts'
import { DIVERGENCE_PLACES } from './divergence-verdict.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { serviceRecount } from './recount-service.ts'

const recompute = serviceRecount({
  answer: DivergenceAnswer,
  read: divergenceInputs,
  follows: ({ inputs }) => divergenceOf(inputs),
  what: 'scores, level, direction, stances and confidence follow from the inputs',
})

/** `v1|INTEL|DIVERGENCE|<level>|<score>|<direction>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const DIVERGENCE_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('DIVERGENCE'),
    divergence: oneOf(...DIVERGENCES),
    divergence_score: measure(DIVERGENCE_PLACES.divergence),
    direction: oneOf(...DIVERGENCE_DIRECTIONS),
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: DivergenceAnswer,
    path: '/oracle/intel/divergence',
    catalogue: '/oracle/intel/divergence/catalogue',
    alsoListedAt: [INTEL_CATALOGUE],
    price: TARIFF.divergence,
    apart: () => ({ kind: 'DIVERGENCE' as const }),
    preview: {
      staleMinutes: INTEL_STALE_MINUTES,
      main: mainWord('divergence'),
      fields: ['service', 'divergence', 'direction'],
    },
    recompute,
  },
)
