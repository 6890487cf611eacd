import { sum } from '../math/sums.ts'
import { rounded } from '../../canonical/measure.ts'
import { allThatHold, decideBy } from '../rules/decision-table.ts'
import { type Bias, type PerpRegime, type Risk, RISKS } from '../regimes/perp-words.ts'
import { MARKET_BIAS, type MarketBias, QUALIFYING, RAISED_RISK, SETUP_POINTS } from './setup-rules.ts'

/** The score of one setup (methods 6.7). */

/** What is known of a coin, as its regime was published. */
export interface SetupFacts {
  readonly regime: PerpRegime
  readonly bias: Bias
  readonly confidence: number
  readonly risk: Risk
}

export interface ScoredSetup {
  /** After it was raised. */
  readonly risk: Risk
  /** A hundred times the confidence and points, one decimal. */
  readonly score: number
  readonly qualifies: boolean
}

/** @param stress the regime of the stress index; `null` if it is unknown */
export const marketBias = (stress: string | null): MarketBias => decideBy(MARKET_BIAS, { stress })!.outcome

const higher = (a: Risk, b: Risk): Risk => (RISKS.indexOf(a) < RISKS.indexOf(b) ? b : a)

export const scoredSetup = ({ regime, bias, confidence, risk: own }: SetupFacts, market: MarketBias): ScoredSetup => {
  const risk = higher(own, decideBy(RAISED_RISK, { market_bias: market, bias })!.outcome)
  const points = sum(allThatHold(SETUP_POINTS, { regime, risk, market_bias: market, bias }))
  return {
    risk,
    score: rounded(100 * confidence + points, 1),
    qualifies: decideBy(QUALIFYING, { confidence, bias })!.outcome,
  }
}
