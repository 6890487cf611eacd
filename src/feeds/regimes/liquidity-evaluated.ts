import { rounded } from '../../canonical/measure.ts'
import { sum } from '../math/sums.ts'
import { allThatHold, decide } from '../rules/decision-table.ts'
import type { Outcome } from './held-regime.ts'
import { inputConfidence, type LiquidityFacts, liquidityFacts, type LiquidityInputValues } from './liquidity-facts.ts'
import { COLLAPSE_POINTS, LIQUIDITY_TABLE, SIGNAL_TABLES } from './liquidity-table.ts'
import { BALANCED, LIQUIDITY_SIGNALS, type LiquidityRegime, type LiquiditySignal } from './liquidity-words.ts'

/** What follows from the inputs of a liquidity regime (methods 6.2). */

/** Decimals of the sum, and of confidence. */
export const LIQUIDITY_PLACES = { score: 1, confidence: 2 } as const

/** Signals that must be there. */
export const LEAST_SIGNALS = 3

type Scores = Readonly<Record<LiquiditySignal, number | null>>

const VALUE_OF = {
  liquidation_flow: 'liquidations_oi_bps',
  orderbook: 'abs_imbalance',
  basis_spread: 'basis_spread_bps',
  funding: 'abs_funding_rate_8h',
  open_interest: 'oi_excess_pct',
} as const satisfies Readonly<Record<LiquiditySignal, keyof LiquidityFacts>>

/** The score of each signal; `null` for one that is missing. */
export const scoresOf = (facts: LiquidityFacts): Scores => {
  const book = decide(SIGNAL_TABLES.orderbook, { ...facts })?.outcome ?? null
  return {
    liquidation_flow: decide(SIGNAL_TABLES.liquidation_flow, { ...facts })?.outcome ?? null,
    orderbook:
      book === null ? null : book + sum(allThatHold(COLLAPSE_POINTS, { depth_collapse: facts.depth_collapse })),
    basis_spread: decide(SIGNAL_TABLES.basis_spread, { ...facts })?.outcome ?? null,
    funding: decide(SIGNAL_TABLES.funding, { ...facts })?.outcome ?? null,
    open_interest: decide(SIGNAL_TABLES.open_interest, { ...facts })?.outcome ?? null,
  }
}

/** The sum, brought to five signals, unrounded; `null` where too few are there. */
export const stressScore = (scores: Scores): number | null => {
  const there = Object.values(scores).filter((score) => score !== null)
  return there.length < LEAST_SIGNALS ? null : (sum(there) * LIQUIDITY_SIGNALS.length) / there.length
}

/** The highest positive signal; the first in order among equals. */
export const dominantOf = (scores: Scores): LiquiditySignal | typeof BALANCED => {
  const highest = Math.max(0, ...LIQUIDITY_SIGNALS.map((name) => scores[name] ?? 0))
  return highest === 0 ? BALANCED : LIQUIDITY_SIGNALS.find((name) => scores[name] === highest)!
}

/** @param score rounded as the body shows it */
export const liquidityOutcome = (
  score: number,
  { depth_collapse }: Pick<LiquidityFacts, 'depth_collapse'>,
): Outcome<LiquidityRegime> => {
  const { outcome } = decide(LIQUIDITY_TABLE, { stress_score: score, depth_collapse })!
  return { outcome, isUrgent: outcome === 'FRAGILE' || (outcome === 'THIN' && depth_collapse === true) }
}

/** Everything that a body says of its inputs but the regime; `null` where too few signals are there. */
export const liquidityEvaluated = (inputs: LiquidityInputValues) => {
  const facts = liquidityFacts(inputs)
  const scores = scoresOf(facts)
  const exact = stressScore(scores)
  if (exact === null) return null
  const stress_score = rounded(exact, LIQUIDITY_PLACES.score)
  const signal = (name: LiquiditySignal) => ({ value: facts[VALUE_OF[name]], score: scores[name] })
  const there = LIQUIDITY_SIGNALS.filter((name) => scores[name] !== null).length
  return {
    outcome: liquidityOutcome(stress_score, facts),
    shown: {
      stress_score,
      dominant_signal: dominantOf(scores),
      confidence: rounded((there / LIQUIDITY_SIGNALS.length) * inputConfidence(inputs), LIQUIDITY_PLACES.confidence),
      signals: {
        liquidation_flow: signal('liquidation_flow'),
        orderbook: signal('orderbook'),
        basis_spread: signal('basis_spread'),
        funding: signal('funding'),
        open_interest: signal('open_interest'),
      },
      depth_collapse: facts.depth_collapse,
    },
  }
}
