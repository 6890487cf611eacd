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
import { DivergenceAnswer, divergenceOf } from './divergence-answer.ts'
import { divergenceInputs } from './divergence-inputs.ts'
import { DIVERGENCE_DIRECTIONS, DIVERGENCES } from './divergence-rules.ts'
import { DIVERGENCE_PLACES } from './divergence-verdict.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(DivergenceAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = divergenceOf(body.inputs)
  return [
    inputsCheck(body.inputs, divergenceInputs(NOTHING_TOLD), at),
    {
      what: 'scores, level, direction, stances and confidence follow from the inputs',
      ok: found !== null && repeats(body, found),
    },
  ]
}

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
    recompute: recount,
  },
)
