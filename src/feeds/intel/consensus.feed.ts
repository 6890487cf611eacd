import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { measure } from '../../canonical/measure.ts'
import { oneOf } from '../../canonical/token.ts'
import { boundSale } from '../bound-sale.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { inputsCheck, NOTHING_TOLD } from '../recount-inputs.ts'
import { repeats } from '../regimes/recount-regime.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { TARIFF } from '../tariff.ts'
import { ConsensusAnswer, consensusOf } from './consensus-answer.ts'
import { consensusExample } from './consensus-example.ts'
import { CONSENSUS_ACTORS, consensusInputs } from './consensus-inputs.ts'
import {
  CHANGE_PENALTY,
  CONSENSUS_LEVEL,
  CONSENSUS_LEVELS,
  CONSENSUS_WEIGHTS,
  CONTAGION_VOTE,
  DIVERGENCE_PENALTY,
  LEAST_WEIGHT,
  MACRO_VOTE,
  PERP_VOTE,
  STRESS_VOTE,
  THEME_RULE,
  THEMES,
  TRADFI_VOTE,
} from './consensus-rules.ts'
import { DISCLAIMER } from './disclaimer.ts'
import { INTEL_CATALOGUE, INTEL_FEED, INTEL_PLACES, INTEL_SALE, INTEL_STALE_MINUTES } from './intel-fields.ts'
import { mainWord } from '../main-value.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

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

const recount = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(ConsensusAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = consensusOf(body.inputs)
  return [
    inputsCheck(body.inputs, consensusInputs(NOTHING_TOLD), at),
    {
      what: 'votes, shares, agreement, theme and confidence follow from the inputs',
      ok: found !== null && repeats(body, found),
    },
  ]
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

  // `v1|INTEL|CONSENSUS|<level>|<theme>|<agreement>|<confidence>|SHA256:<content>|<timestamp>|<nonce>`
  sale: boundSale(
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
      recompute: recount,
    },
  ),
})
