import { sum } from '../math/sums.ts'
import { BALANCED } from './liquidity-words.ts'
import {
  LEAST_WEIGHT,
  NEUTRAL_SCORE,
  TRADFI_BANDS,
  TRADFI_PARTS,
  TRADFI_WEIGHTS,
  type TradfiPart,
  type TradfiScores,
} from './tradfi-weights.ts'

/** The composite of the TradFi regime, and what is said of it (methods 6.3). Unrounded. */

/** Sums of decimal weights may differ from the exact value in their last bits. */
const SLACK = 1e-9

const there = (scores: TradfiScores): readonly { readonly name: TradfiPart; readonly score: number }[] =>
  TRADFI_PARTS.flatMap((name) => {
    const score = scores[name]
    return score === null ? [] : [{ name, score }]
  })

/** The weight of the parts that are there, 0 to 1. */
export const tradfiCoverage = (scores: TradfiScores): number =>
  sum(there(scores).map(({ name }) => TRADFI_WEIGHTS[name]))

export const isTradfiCovered = (coverage: number): boolean => coverage >= LEAST_WEIGHT - SLACK

/** The weighted mean of the parts that are there. */
export const tradfiComposite = (scores: TradfiScores): number =>
  sum(there(scores).map(({ name, score }) => TRADFI_WEIGHTS[name] * score)) / tradfiCoverage(scores)

/** How far the composite is from the nearest boundary, and how much of the weight is there. */
export const tradfiConfidence = (composite: number, coverage: number): number => {
  const distance = Math.min(...TRADFI_BANDS.boundaries.map((boundary) => Math.abs(composite - boundary)))
  return coverage * (0.5 + 0.5 * Math.min(1, distance / 10))
}

/** The part that is furthest from neutral, if it has at least half of what all have together. */
export const tradfiDominant = (scores: TradfiScores): TradfiPart | typeof BALANCED => {
  const pulls = there(scores).map(({ name, score }) => ({
    name,
    pull: TRADFI_WEIGHTS[name] * Math.abs(score - NEUTRAL_SCORE),
  }))
  const whole = sum(pulls.map(({ pull }) => pull))
  const strongest = pulls.toSorted((a, b) => b.pull - a.pull)[0]
  return strongest && whole > 0 && strongest.pull >= whole / 2 - SLACK ? strongest.name : BALANCED
}
