import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { LENDING_ASSETS, LENDING_CHAINS } from '../../sources/lending/tokens.ts'
import { boundSale } from '../bound-sale.ts'
import { mainNumber } from '../main-value.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { TARIFF } from '../tariff.ts'
import { INTEL_CATALOGUE, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { APR_PLACES } from './opportunities.ts'
import { opportunityInputs } from './opportunity-inputs.ts'
import { areRight, OpportunityAnswer, opportunityOf } from './opportunity-answer.ts'

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(OpportunityAnswer, body)) return [{ what: 'the rates are readable', ok: false }]
  const { eligible, inputs } = body
  const found = opportunityOf(eligible, inputs)
  return [
    inputsCheck(inputs, (context) => opportunityInputs(context).inputs, at),
    { what: 'penalties and order of the rates follow from the inputs', ok: areRight(eligible, inputs, at) },
    { what: 'the opportunities are the first of the rates', ok: found !== null && repeats(body, found) },
  ]
}

/** `v1|INTEL|DEFI_OPPORTUNITY|<protocol>|<chain>|<asset>|<adjusted rate>|<confidence>|SHA256:<content>|<timestamp>|<nonce>` */
export const DEFI_OPPORTUNITY_SALE = boundSale(
  'INTEL',
  {
    kind: oneOf('DEFI_OPPORTUNITY'),
    protocol: oneOf(...PROTOCOLS),
    chain: oneOf(...LENDING_CHAINS),
    asset: oneOf(...LENDING_ASSETS),
    risk_adjusted_apr: measure(APR_PLACES),
    confidence: measure(INTEL_PLACES),
  },
  {
    ...INTEL_SALE,
    answer: OpportunityAnswer,
    path: '/oracle/intel/defi/opportunity',
    catalogue: '/oracle/intel/defi/catalogue',
    alsoListedAt: [INTEL_CATALOGUE],
    price: TARIFF.defiOpportunity,
    apart: ({ highest_opportunity: best }) => ({
      kind: 'DEFI_OPPORTUNITY' as const,
      protocol: best.protocol,
      chain: best.chain,
      asset: best.asset,
      risk_adjusted_apr: best.risk_adjusted_apr,
    }),
    preview: {
      staleMinutes: INTEL_STALE_MINUTES,
      main: mainNumber('market_context.mssi_value', 'index'),
      fields: ['service', 'market_context'],
    },
    recompute: (stated, body) => [
      ...recount(stated, body),
      {
        what: 'the string says the best of the body',
        ok:
          Value.Check(OpportunityAnswer, body) &&
          (['protocol', 'chain', 'asset', 'risk_adjusted_apr'] as const).every(
            (name) => stated[name] === body.highest_opportunity[name],
          ),
      },
    ],
  },
)
