import { sum } from '../math/sums.ts'
import { rounded } from '../../canonical/measure.ts'
import { decide } from '../rules/decision-table.ts'
import { type Bias, BIAS_OF, type PerpRegime } from '../regimes/perp-words.ts'
import {
  CHANGE_PENALTY,
  CONSENSUS_LEVEL,
  CONSENSUS_WEIGHTS,
  CONTAGION_VOTE,
  DIVERGENCE_PENALTY,
  MACRO_VOTE,
  PERP_VOTE,
  STRESS_VOTE,
  THEME_RULE,
  TRADFI_VOTE,
  type Vote,
  type Voter,
  VOTERS,
  VOTES,
} from './consensus-rules.ts'

/** How far the regimes of all markets agree (methods 6.6). */

export interface ConsensusFacts {
  readonly perp_btc: PerpRegime | null
  readonly perp_eth: PerpRegime | null
  readonly perp_sol: PerpRegime | null
  readonly tradfi: string | null
  readonly stress: string | null
  readonly contagion: string | null
  readonly macro_risk: string | null
  /** Coins whose regime changed; unknown counts as none. */
  readonly changed: number | null
  /** Level of divergence; unknown takes nothing off. */
  readonly divergence: string | null
}

export interface ConsensusVerdict {
  readonly votes: Readonly<Record<Voter, Vote | null>>
  /** Weight of the voters that are there. */
  readonly weight: number
  /** Of that weight, exact to twelve decimals, so that sums of decimal weights fall on the edges they mean. */
  readonly shares: Readonly<Record<Vote, number>>
  readonly agreement: number
  readonly level: 'STRONG' | 'MODERATE' | 'WEAK' | 'CONFLICTED'
  readonly theme: Vote | 'MIXED'
}

const EXACT = 12

const perpVote = (regime: PerpRegime | null): Vote | null => {
  const bias: Bias | null = regime && BIAS_OF[regime]
  return decide(PERP_VOTE, { regime, bias })?.outcome ?? null
}

const votesOf = ({ tradfi, stress, contagion, macro_risk: macro, ...perps }: ConsensusFacts) => ({
  perp_btc: perpVote(perps.perp_btc),
  perp_eth: perpVote(perps.perp_eth),
  perp_sol: perpVote(perps.perp_sol),
  tradfi: decide(TRADFI_VOTE, { tradfi })?.outcome ?? null,
  stress: decide(STRESS_VOTE, { stress })?.outcome ?? null,
  contagion: decide(CONTAGION_VOTE, { contagion, tradfi })?.outcome ?? null,
  macro_risk: decide(MACRO_VOTE, { macro_risk: macro })?.outcome ?? null,
})

export const consensusVerdict = (facts: ConsensusFacts): ConsensusVerdict => {
  const votes = votesOf(facts)
  const weightOf = (of: readonly Voter[]): number => sum(of.map((voter) => CONSENSUS_WEIGHTS[voter]))
  const weight = weightOf(VOTERS.filter((voter) => votes[voter] !== null))
  const share = (vote: Vote): number =>
    weight === 0 ? 0 : rounded(weightOf(VOTERS.filter((voter) => votes[voter] === vote)) / weight, EXACT)
  const shares = {
    BULLISH: share('BULLISH'),
    STRESSED: share('STRESSED'),
    BEARISH: share('BEARISH'),
    NEUTRAL: share('NEUTRAL'),
  }
  const [top, second] = VOTES.map((vote) => ({ vote, of: shares[vote] })).toSorted((a, b) => b.of - a.of)
  const penalty =
    Math.min(CHANGE_PENALTY.most, CHANGE_PENALTY.each * (facts.changed ?? 0)) +
    decide(DIVERGENCE_PENALTY, { divergence: facts.divergence })!.outcome
  const agreement = rounded(top!.of - penalty, EXACT)
  const lead = rounded(top!.of - second!.of, EXACT)
  return {
    votes,
    weight,
    shares,
    agreement,
    level: decide(CONSENSUS_LEVEL, {
      bullish: shares.BULLISH,
      bearish_or_stressed: rounded(shares.BEARISH + shares.STRESSED, EXACT),
      agreement,
    })!.outcome,
    theme: top!.of >= THEME_RULE.least && lead >= THEME_RULE.lead ? top!.vote : 'MIXED',
  }
}
