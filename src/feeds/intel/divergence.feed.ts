import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { mainWord } from '../main-value.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { shownTable } from '../rules/decision-table.ts'
import { TARIFF } from '../tariff.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { DivergenceAnswer, divergenceOf } from './divergence-answer.ts'
import { INTEL_DIVERGENCE } from './divergence-carry.ts'
import { divergenceExample } from './divergence-example.ts'
import { DIVERGENCE_ACTORS, DIVERGENCE_NEEDS, divergenceInputs } from './divergence-inputs.ts'
import {
  AMPLIFICATION,
  COIN_WEIGHTS,
  CRYPTO_STANCE,
  DIVERGENCE_DIRECTIONS,
  DIVERGENCE_DIRECTION,
  DIVERGENCE_LEVEL,
  DIVERGENCE_POINTS,
  DIVERGENCES,
  GAP_POINTS,
  MOST_DIVERGENCE,
  PERP_SCORE,
  STRESS_DEDUCTION,
  TRADFI_SCORE,
  TRADFI_STANCE,
} from './divergence-rules.ts'
import { DIVERGENCE_PLACES } from './divergence-verdict.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES, MARKET } from './intel-fields.ts'

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

  // `v1|INTEL|DIVERGENCE|<level>|<score>|<direction>|<confidence>|SHA256:<content>|<timestamp>|<nonce>`
  sale: boundSale(
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
  ),
})
