import { inSeconds } from '../../time-units.ts'
import { LEAST_SUPPLIED_USD } from '../defi/ranking.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { shownTable } from '../rules/decision-table.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'
import { opportunities } from './opportunities.ts'
import { OpportunityAnswer, opportunityOf } from './opportunity-answer.ts'
import { opportunityExample } from './opportunity-example.ts'
import { OPPORTUNITY_ACTORS, opportunityInputs } from './opportunity-inputs.ts'
import { CONTAGION_PENALTY, CROSS_CHAIN, ELIGIBLE, MOST_PENALTY, STRESS_PENALTY } from './opportunity-rules.ts'
import { DEFI_OPPORTUNITY_SALE } from './defi-opportunity-sale.ts'

const conclude = (context: TickContext): Conclusion<OpportunityAnswer> | Declined => {
  const { rates, stress, inputs } = opportunityInputs(context)
  if (!rates || stress === null)
    return { kind: 'input_missing', input: rates ? OPPORTUNITY_ACTORS.stress : OPPORTUNITY_ACTORS.rates }
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

  after: () => [OPPORTUNITY_ACTORS.rates, OPPORTUNITY_ACTORS.stress, OPPORTUNITY_ACTORS.contagion],
  needs: () => [[{ actor: OPPORTUNITY_ACTORS.rates }], [{ actor: OPPORTUNITY_ACTORS.stress }]],
  conclude: (_market, context) => conclude(context),

  sale: DEFI_OPPORTUNITY_SALE,
})
