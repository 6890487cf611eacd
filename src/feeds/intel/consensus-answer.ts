import { DIVERGENCES } from './divergence-rules.ts'
import { TRADFI_REGIMES } from '../regimes/tradfi-rules.ts'
import { MACRO_REGIMES } from './macro-risk-carry.ts'
import { CONTAGION_REGIMES } from '../indices/contagion-carry.ts'
import { STRESS_BANDS } from '../indices/stress.ts'
import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number, share, word, wordOrNull } from '../answer-fields.ts'
import { inputStanding, shownInput, shownWord } from '../attested.ts'
import { sum } from '../math/sums.ts'
import { PERP_REGIMES } from '../regimes/perp-words.ts'
import {
  CONSENSUS_LEVELS,
  CONSENSUS_WEIGHTS,
  LEAST_WEIGHT,
  THEMES,
  type Voter,
  VOTERS,
  CONSENSUS_VOTES,
} from './consensus-rules.ts'
import { consensusVerdict } from './consensus-verdict.ts'
import { INTEL_PLACES, INTEL_TAIL, intelHead } from './intel-fields.ts'

/** The answer about consensus, and what of it follows from its inputs (methods 6.6). */

const perp = (coin: string) =>
  shownInput(Type.Union(PERP_REGIMES.map((each) => Type.Literal(each))), `Perpetual regime of ${coin}`)
const confidence = (description: string) => shownInput(Type.Number(), `Confidence in ${description}`)

const Inputs = Type.Object({
  perp_btc: perp('BTC'),
  perp_btc_confidence: confidence('it'),
  perp_eth: perp('ETH'),
  perp_eth_confidence: confidence('it'),
  perp_sol: perp('SOL'),
  perp_sol_confidence: confidence('it'),
  tradfi: shownWord(TRADFI_REGIMES, 'TradFi regime'),
  tradfi_confidence: confidence('it'),
  stress: shownWord(STRESS_BANDS.names, 'Regime of the stress index'),
  stress_confidence: confidence('it'),
  contagion: shownWord(CONTAGION_REGIMES, 'Regime of the contagion index'),
  contagion_confidence: confidence('it'),
  macro_risk: shownWord(MACRO_REGIMES, 'Regime of macro risk'),
  macro_risk_confidence: confidence('it'),
  regimes_changed: shownInput(Type.Number(), 'Coins whose regime changed within two hours'),
  divergence: shownWord(DIVERGENCES, 'Level of divergence'),
})
export type ConsensusInputs = Static<typeof Inputs>

const vote = wordOrNull(CONSENSUS_VOTES, 'null where the voter is missing')
const Shares = Type.Object({
  BULLISH: Type.Number(),
  STRESSED: Type.Number(),
  BEARISH: Type.Number(),
  NEUTRAL: Type.Number(),
})

export const ConsensusAnswer = Type.Object({
  ...intelHead('consensus'),
  consensus: word(CONSENSUS_LEVELS, 'How far the voters agree'),
  agreement: number('Share of the top vote less the penalties, two decimals'),
  dominant_theme: word(THEMES, 'The top vote, or MIXED'),
  votes: Type.Object({
    perp_btc: vote,
    perp_eth: vote,
    perp_sol: vote,
    tradfi: vote,
    stress: vote,
    contagion: vote,
    macro_risk: vote,
  }),
  weights: Type.Object(
    {
      perp_btc: Type.Number(),
      perp_eth: Type.Number(),
      perp_sol: Type.Number(),
      tradfi: Type.Number(),
      stress: Type.Number(),
      contagion: Type.Number(),
      macro_risk: Type.Number(),
    },
    { description: 'Of each voter; one that is missing weighs nothing' },
  ),
  shares: Type.Object(Shares.properties, { description: 'Of the weight that is there, four decimals' }),
  coverage: share('Weight that is there, of all'),
  inputs: Inputs,
  ...INTEL_TAIL,
})
export type ConsensusAnswer = Static<typeof ConsensusAnswer>

const SHARE_PLACES = 4
const ALL = sum(VOTERS.map((voter) => CONSENSUS_WEIGHTS[voter]))

/** Everything that follows from the inputs; `null` where too little weight is there. */
export const consensusOf = (inputs: ConsensusInputs) => {
  const { votes, weight, shares, agreement, level, theme } = consensusVerdict({
    perp_btc: inputs.perp_btc.value,
    perp_eth: inputs.perp_eth.value,
    perp_sol: inputs.perp_sol.value,
    tradfi: inputs.tradfi.value,
    stress: inputs.stress.value,
    contagion: inputs.contagion.value,
    macro_risk: inputs.macro_risk.value,
    changed: inputs.regimes_changed.value,
    divergence: inputs.divergence.value,
  })
  if (weight < LEAST_WEIGHT) return null
  const sure = (voter: Voter): number =>
    votes[voter] === null ? 0 : CONSENSUS_WEIGHTS[voter] * (inputs[`${voter}_confidence`].value ?? 0)
  const shown = (value: number) => rounded(value, SHARE_PLACES)
  return {
    consensus: level,
    agreement: rounded(agreement, INTEL_PLACES),
    dominant_theme: theme,
    votes,
    weights: { ...CONSENSUS_WEIGHTS },
    shares: {
      BULLISH: shown(shares.BULLISH),
      STRESSED: shown(shares.STRESSED),
      BEARISH: shown(shares.BEARISH),
      NEUTRAL: shown(shares.NEUTRAL),
    },
    coverage: rounded(weight / ALL, SHARE_PLACES),
    confidence: rounded(sum(VOTERS.map(sure)) / ALL, INTEL_PLACES),
    ...inputStanding(inputs),
  }
}
