import { Value } from '@sinclair/typebox/value'
import type { Json } from '../../canonical/jcs.ts'
import { measure, orUnknown } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { mainWord } from '../main-value.ts'
import { PERP_COINS, PERP_REGIMES } from '../regimes/perp-words.ts'
import { TARIFF } from '../tariff.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { SetupAnswer, setupsOf } from './setup-answer.ts'
import { setupInputs } from './setup-inputs.ts'
import { MARKET_BIASES } from './setup-rules.ts'
import { serviceRecount } from './recount-service.ts'

const NONE = 'NONE' as const

/** Whether coin, regime and score of the string are those of the body. */
const saysSetup = (
  stated: { readonly setup: string; readonly setup_regime: string; readonly setup_score: number | null },
  body: Readonly<Record<string, Json>>,
): boolean => {
  if (!Value.Check(SetupAnswer, body)) return false
  const { highest_confidence_setup: setup } = body
  return (
    stated.setup === (setup?.currency ?? NONE) &&
    stated.setup_regime === (setup?.regime ?? NONE) &&
    stated.setup_score === (setup?.score ?? null)
  )
}

const recount = serviceRecount({
  answer: SetupAnswer,
  read: setupInputs,
  follows: ({ inputs }) => setupsOf(inputs),
  what: 'scores, setup, edge, invalidations and confidence follow from the inputs',
})

/** `v1|INTEL|PERP_SETUP|<coin or NONE>|<regime or NONE>|<score or NA>|<market bias>|<confidence>|SHA256:<content>|…` */
export const PERP_SETUP_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('PERP_SETUP'),
    setup: oneOf(...PERP_COINS, NONE),
    setup_regime: oneOf(...PERP_REGIMES, NONE),
    setup_score: orUnknown(measure(1)),
    market_bias: oneOf(...MARKET_BIASES),
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: SetupAnswer,
    path: '/oracle/intel/perp/setup',
    catalogue: '/oracle/intel/perp/catalogue',
    alsoListedAt: [INTEL_CATALOGUE],
    price: TARIFF.perpSetup,
    apart: ({ highest_confidence_setup: setup }) => ({
      kind: 'PERP_SETUP' as const,
      setup: setup?.currency ?? NONE,
      setup_regime: setup?.regime ?? NONE,
      setup_score: setup?.score ?? null,
    }),
    preview: {
      staleMinutes: INTEL_STALE_MINUTES,
      main: mainWord('market_bias'),
      fields: ['service', 'market_bias', 'setups_found'],
    },
    recompute: (stated, body) => [
      ...recount(stated, body),
      { what: 'the string says the setup of the body', ok: saysSetup(stated, body) },
    ],
  },
)
