import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { PROTOCOLS } from '../../sources/lending/lending-markets.ts'
import { LENDING_ASSETS, LENDING_CHAINS } from '../../sources/lending/tokens.ts'
import { inSeconds } from '../../time-units.ts'
import { publishedAnswer, inputFrom } from '../attested.ts'
import { boundSale } from '../bound-sale.ts'
import { EVERY_RATE } from '../defi/every-rate.ts'
import { LEAST_SUPPLIED_USD } from '../defi/ranking.ts'
import { actorId, type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { CONTAGION } from '../indices/contagion-carry.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { APR_PLACES, opportunities } from './opportunities.ts'
import { areRight, OpportunityAnswer, type OpportunityInputs, opportunityOf } from './opportunity-answer.ts'
import { opportunityExample } from './opportunity-example.ts'
import { CONTAGION_PENALTY, CROSS_CHAIN, ELIGIBLE, MOST_PENALTY, STRESS_PENALTY } from './opportunity-rules.ts'
import { mainNumber } from '../main-value.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

const ACTORS = {
  rates: actorId(EVERY_RATE, { key: 'EVERY' }),
  stress: actorId(STRESS, MARKET),
  contagion: actorId(CONTAGION, MARKET),
} as const

const inputsOf = (context: TickContext) => {
  const { expireSeconds } = LIFETIMES.ownIndex
  const rates = publishedAnswer(context, EVERY_RATE, 'EVERY')
  const stress = publishedAnswer(context, STRESS, MARKET.key, expireSeconds)
  const contagion = publishedAnswer(context, CONTAGION, MARKET.key, expireSeconds)
  const inputs: OpportunityInputs = {
    rates: inputFrom(rates, ACTORS.rates, ({ rates: rows }) => rows.length),
    rates_confidence: inputFrom(rates, ACTORS.rates, ({ confidence }) => confidence),
    stress: inputFrom(stress, ACTORS.stress, ({ regime }): string => regime),
    stress_value: inputFrom(stress, ACTORS.stress, ({ value }) => value),
    stress_confidence: inputFrom(stress, ACTORS.stress, ({ confidence }) => confidence),
    contagion: inputFrom(contagion, ACTORS.contagion, ({ regime }): string => regime),
  }
  return { rates, stress, inputs }
}

const conclude = (context: TickContext): Conclusion<OpportunityAnswer> | Declined => {
  const { rates, stress, inputs } = inputsOf(context)
  if (!rates || stress === null) return { kind: 'input_missing', input: rates ? ACTORS.stress : ACTORS.rates }
  const climate = { stress: stress.values.regime, contagion: inputs.contagion.value }
  const eligible = opportunities(rates.values.rates, climate, inSeconds(context.now))
  const found = opportunityOf(eligible, inputs)
  if (!found) return { kind: 'quorum_missed', have: 0, need: 1 }
  return {
    kind: 'concluded',
    content: {
      service: 'defi_opportunity',
      layer: 'Oracle Intelligence',
      ...found,
      eligible: [...eligible],
      inputs,
      disclaimer: DISCLAIMER,
    },
    carry: {},
  }
}

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(OpportunityAnswer, body)) return [{ what: 'the rates are readable', ok: false }]
  const { eligible, inputs } = body
  const found = opportunityOf(eligible, inputs)
  return [
    inputsCheck(inputs, inputsOf(NOTHING_TOLD).inputs, at),
    { what: 'penalties and order of the rates follow from the inputs', ok: areRight(eligible, inputs, at) },
    { what: 'the opportunities are the first of the rates', ok: found !== null && repeats(body, found) },
  ]
}

export const defiOpportunity = defineFeed({
  ...INTEL_FEED,
  id: 'intel/defi-opportunity',
  summary: 'What lending pays after a penalty for the stress of the markets, the best first',
  noun: 'lending opportunity',
  subjects: [MARKET],
  answer: OpportunityAnswer,
  example: opportunityExample(),
  methodology: {
    rates: `those that the best rates are ranked from: open markets with ${LEAST_SUPPLIED_USD} dollars supplied, no aggregator alone`,
    eligible: shownTable(ELIGIBLE),
    stress: shownTable(STRESS_PENALTY),
    contagion: shownTable(CONTAGION_PENALTY),
    crossChain: [...CROSS_CHAIN],
    penalty: `points of both together, at most ${MOST_PENALTY}`,
    rank: 'rate less penalty, ties by size; rewards are shown apart and never ranked',
    confidence: 'the lower one of the rates and of stress',
  },

  after: () => [ACTORS.rates, ACTORS.stress, ACTORS.contagion],
  needs: () => [[{ actor: ACTORS.rates }], [{ actor: ACTORS.stress }]],
  conclude: (_market, context) => conclude(context),

  // `v1|INTEL|DEFI_OPPORTUNITY|<protocol>|<chain>|<asset>|<adjusted rate>|<confidence>|SHA256:<content>|<timestamp>|<nonce>`
  sale: boundSale(
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
  ),
})
