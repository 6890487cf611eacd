import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { perpConfidence } from './perp-confidence.ts'
import { inputStanding } from '../attested.ts'
import { directionOf } from './perp-direction.ts'
import { perpFacts } from './perp-facts.ts'
import { riskOf } from './perp-risk.ts'
import { rawSignal } from './perp-signals.ts'
import type { PerpAnswer } from './perp-answer.ts'
import { perpDecision } from './perp-table.ts'
import { BIAS_OF, type PerpCoin, type PerpRegime } from './perp-words.ts'

/** Decimals of the direction score, of signals and of coverage; of confidence. */
export const PERP_PLACES = { score: 4, confidence: 2 } as const

/** What a body says of an evaluation: everything that follows from its inputs. */
export const evaluated = (inputs: PerpAnswer['inputs'], coin: PerpCoin) => {
  const facts = perpFacts(inputs)
  const direction = directionOf(facts, coin)
  const score = rounded(direction.score ?? 0, PERP_PLACES.score)
  const decision = perpDecision(facts, score)
  return {
    direction,
    decision,
    shown: {
      row: decision.row,
      direction_score: score,
      coverage: rounded(direction.coverage, PERP_PLACES.score),
      signals: Object.fromEntries(
        direction.signals.map(({ name, score: of, weight }) => [
          name,
          {
            value: rawSignal(name, facts),
            score: roundedOrNull(of, PERP_PLACES.score),
            weight: rounded(weight, PERP_PLACES.score),
            contribution: rounded((of ?? 0) * weight, PERP_PLACES.score),
          },
        ]),
      ),
      measures: {
        ret1h_pct: facts.ret1h,
        ret4h_pct: facts.ret4h,
        ret24h_pct: facts.ret24h,
        vwap_gap_bps: facts.vwap_gap_bps,
      },
      ...inputStanding(inputs),
    },
    /** What is said of the regime that is published, which may be kept from a minute before. */
    of: (regime: PerpRegime) => ({
      regime,
      bias: BIAS_OF[regime],
      confidence: rounded(perpConfidence(facts, score, regime, direction.coverage), PERP_PLACES.confidence),
      risk: riskOf(facts, regime),
    }),
  }
}
