import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { shownTable } from '../rules/decision-table.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { DivergenceAnswer, divergenceOf } from './divergence-answer.ts'
import { INTEL_DIVERGENCE } from './divergence-carry.ts'
import { divergenceExample } from './divergence-example.ts'
import { DIVERGENCE_ACTORS, DIVERGENCE_NEEDS, divergenceInputs } from './divergence-inputs.ts'
import {
  AMPLIFICATION,
  COIN_WEIGHTS,
  CRYPTO_STANCE,
  DIVERGENCE_DIRECTION,
  DIVERGENCE_LEVEL,
  DIVERGENCE_POINTS,
  GAP_POINTS,
  MOST_DIVERGENCE,
  PERP_SCORE,
  STRESS_DEDUCTION,
  TRADFI_SCORE,
  TRADFI_STANCE,
} from './divergence-rules.ts'
import { DIVERGENCE_SALE } from './divergence-sale.ts'
import { INTEL_FEED, MARKET } from './intel-fields.ts'

const conclude = (context: TickContext): Conclusion<DivergenceAnswer> | Declined => {
  const inputs = divergenceInputs(context)
  const found = divergenceOf(inputs)
  if (!found) {
    const missing = [inputs.perp_btc, inputs.tradfi].filter(({ value }) => value === null)
    return { kind: 'input_missing', input: missing.map(({ actor }) => actor).join(', ') }
  }
  return {
    kind: 'concluded',
    content: { service: 'divergence', layer: 'Oracle Intelligence', ...found, inputs, disclaimer: DISCLAIMER },
    carry: {},
  }
}

export const divergence = defineFeed({
  ...INTEL_FEED,
  id: INTEL_DIVERGENCE.id,
  published: INTEL_DIVERGENCE.published,
  summary: 'How far crypto and traditional markets go apart, 0 to 10, and which goes where',
  noun: 'divergence',
  subjects: [MARKET],
  answer: DivergenceAnswer,
  example: divergenceExample(),
  methodology: {
    crypto: {
      coins: shownTable(PERP_SCORE),
      weights: { ...COIN_WEIGHTS },
      stress: shownTable(STRESS_DEDUCTION),
      score: 'weighted mean of the coins that are there, less what stress takes off, clipped to -1 and 1',
    },
    tradfi: shownTable(TRADFI_SCORE),
    score: `${GAP_POINTS} * abs(crypto - tradfi), ${AMPLIFICATION.points} where contagion amplifies, and the points of all rows that hold; at most ${MOST_DIVERGENCE}`,
    amplified: shownTable(AMPLIFICATION.table),
    points: shownTable(DIVERGENCE_POINTS),
    levels: shownTable(DIVERGENCE_LEVEL),
    direction: shownTable(DIVERGENCE_DIRECTION),
    cryptoStance: shownTable(CRYPTO_STANCE),
    tradfiStance: shownTable(TRADFI_STANCE),
    confidence: 'the lower one of bitcoin and TradFi, times the weight of the coins that are there',
  },

  after: () => DIVERGENCE_ACTORS,
  needs: () => DIVERGENCE_NEEDS,
  conclude: (_market, context) => conclude(context),

  sale: DIVERGENCE_SALE,
})
