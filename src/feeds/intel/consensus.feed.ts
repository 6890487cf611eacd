import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { shownTable } from '../rules/decision-table.ts'
import { ConsensusAnswer, consensusOf } from './consensus-answer.ts'
import { consensusExample } from './consensus-example.ts'
import { CONSENSUS_ACTORS, consensusInputs } from './consensus-inputs.ts'
import {
  CHANGE_PENALTY,
  CONSENSUS_LEVEL,
  CONSENSUS_WEIGHTS,
  CONTAGION_VOTE,
  DIVERGENCE_PENALTY,
  LEAST_WEIGHT,
  MACRO_VOTE,
  PERP_VOTE,
  STRESS_VOTE,
  THEME_RULE,
  TRADFI_VOTE,
} from './consensus-rules.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'
import { CONSENSUS_SALE } from './consensus-sale.ts'

const conclude = (context: TickContext): Conclusion<ConsensusAnswer> | Declined => {
  const inputs = consensusInputs(context)
  const found = consensusOf(inputs)
  if (!found) return { kind: 'input_missing', input: `voters of a weight of ${LEAST_WEIGHT}` }
  return {
    kind: 'concluded',
    content: { service: 'consensus', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

export const consensus = defineFeed({
  ...INTEL_FEED,
  id: 'intel/consensus',
  summary: 'How far perpetuals, traditional markets, stress, contagion and macro risk agree, and on what',
  noun: 'consensus',
  subjects: [MARKET],
  answer: ConsensusAnswer,
  example: consensusExample(),
  methodology: {
    weights: { ...CONSENSUS_WEIGHTS },
    votes: {
      perp: shownTable(PERP_VOTE),
      tradfi: shownTable(TRADFI_VOTE),
      stress: shownTable(STRESS_VOTE),
      contagion: shownTable(CONTAGION_VOTE),
      macro_risk: shownTable(MACRO_VOTE),
    },
    shares: `of the weight that is there, at least ${LEAST_WEIGHT}`,
    agreement: `top share less ${CHANGE_PENALTY.each} for each coin whose regime changed, at most ${CHANGE_PENALTY.most}, less the penalty of divergence; an unknown change or divergence takes nothing off`,
    divergencePenalty: shownTable(DIVERGENCE_PENALTY),
    level: shownTable(CONSENSUS_LEVEL),
    theme: `the top vote with a share of ${THEME_RULE.least} and a lead of ${THEME_RULE.lead}, else MIXED`,
    confidence: 'weight times confidence of the voters that are there, over the weight of all',
  },

  after: () => CONSENSUS_ACTORS,
  conclude: (_market, context) => conclude(context),

  sale: CONSENSUS_SALE,
})
