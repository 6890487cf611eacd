import { rounded } from '../../canonical/measure.ts'
import { sum } from '../math/sums.ts'
import type { PerpRegime } from '../regimes/perp-words.ts'
import type { TradfiRegime } from '../regimes/tradfi-rules.ts'
import { allThatHold, decideBy } from '../rules/decision-table.ts'
import {
  AMPLIFICATION,
  COIN_WEIGHTS,
  CRYPTO_STANCE,
  DIVERGENCE_DIRECTION,
  DIVERGENCE_LEVEL,
  DIVERGENCE_POINTS,
  type DivergingCoin,
  GAP_POINTS,
  MOST_DIVERGENCE,
  PERP_SCORE,
  STRESS_DEDUCTION,
  TRADFI_SCORE,
  TRADFI_STANCE,
} from './divergence-rules.ts'

/** How far crypto and traditional markets go apart (methods 6.5). */

/** `null` where one is missing. Those of bitcoin and TradFi are needed. */
export interface DivergenceFacts {
  readonly btc: PerpRegime
  readonly eth: PerpRegime | null
  readonly sol: PerpRegime | null
  readonly tradfi: TradfiRegime
  readonly stress: string | null
  readonly contagion: string | null
  readonly macroRisk: string | null
  /** Coins whose regime changed. */
  readonly changed: number | null
  /** z-score of bitcoin's funding. */
  readonly zscore: number | null
  /** Regime of the basis of bitcoin. */
  readonly basis: string | null
}

/** Decimals of the scores, which the tables are laid over as they are shown; and of sums before they are rounded. */
export const DIVERGENCE_PLACES = { score: 4, divergence: 1 } as const
const EXACT = 12

const COINS = Object.keys(COIN_WEIGHTS) as readonly DivergingCoin[]

/** The score of crypto, -1 to 1, and the weight of the coins that are there. */
const cryptoOf = (facts: DivergenceFacts): { readonly score: number; readonly weight: number } => {
  const there = COINS.flatMap((coin) => {
    const found = decideBy(PERP_SCORE, { regime: facts[coin] })
    return found === null ? [] : [{ score: found.outcome, weight: COIN_WEIGHTS[coin] }]
  })
  const weight = rounded(sum(there.map((each) => each.weight)), EXACT)
  const mean = sum(there.map((each) => each.score * each.weight)) / weight
  const less = mean - decideBy(STRESS_DEDUCTION, { stress: facts.stress })!.outcome
  return { score: rounded(Math.max(-1, Math.min(1, rounded(less, EXACT))), DIVERGENCE_PLACES.score), weight }
}

export const divergenceVerdict = (facts: DivergenceFacts) => {
  const { contagion, stress, macroRisk, basis } = facts
  const { score: crypto, weight } = cryptoOf(facts)
  const tradfi = decideBy(TRADFI_SCORE, { tradfi: facts.tradfi })!.outcome
  const gap = rounded(Math.abs(crypto - tradfi), DIVERGENCE_PLACES.score)
  const isAmplified = decideBy(AMPLIFICATION.table, { contagion, gap })!.outcome
  const more = allThatHold(DIVERGENCE_POINTS, {
    regimes_changed: facts.changed,
    macro_risk: macroRisk,
    crypto,
    funding_zscore: facts.zscore,
    basis,
  })
  const points = GAP_POINTS * gap + (isAmplified ? AMPLIFICATION.points : 0) + sum(more)
  const score = Math.min(MOST_DIVERGENCE, rounded(points, EXACT))
  return {
    crypto,
    tradfi,
    gap,
    /** Share of the coins' weight that is there. */
    weight,
    /** 0 to 10, before it is rounded to what is shown. */
    score,
    level: decideBy(DIVERGENCE_LEVEL, { score })!.outcome,
    direction: decideBy(DIVERGENCE_DIRECTION, { gap, crypto, tradfi, stress, macro_risk: macroRisk })!.outcome,
    isAmplified,
    cryptoStance: decideBy(CRYPTO_STANCE, { crypto })!.outcome,
    tradfiStance: decideBy(TRADFI_STANCE, { tradfi })!.outcome,
  }
}
