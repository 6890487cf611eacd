import { type PerpFacts, signalScore, SIGNALS, type SignalName, signalsOf } from './perp-signals.ts'
import type { PerpCoin } from './perp-words.ts'

/** Where the signals of a coin point, together (methods 6.1). */

/** Share of the weight of a coin's signals that must be there. */
export const LEAST_COVERAGE = 0.6

/** Sums of decimal weights may differ from the exact value in their last bits. */
const SLACK = 1e-9

export interface PerpDirection {
  /** Σ w s / Σ w over what is there, -1 to 1, unrounded; `null` where nothing is. */
  readonly score: number | null
  /** Σ w of what is there, of all of this coin. */
  readonly coverage: number
  /** Score and effective weight of each; a missing one has neither. */
  readonly signals: readonly { readonly name: SignalName; readonly score: number | null; readonly weight: number }[]
}

export const isEnoughCovered = ({ coverage }: Pick<PerpDirection, 'coverage'>): boolean =>
  coverage >= LEAST_COVERAGE - SLACK

export const directionOf = (facts: PerpFacts, coin: PerpCoin): PerpDirection => {
  const scored = signalsOf(coin).map((name) => ({ name, score: signalScore(name, facts, coin) }))
  const nominal = (names: readonly { readonly name: SignalName }[]) =>
    names.reduce((sum, { name }) => sum + SIGNALS[name].weight, 0)
  const there = nominal(scored.filter(({ score }) => score !== null))
  const signals = scored.map(({ name, score }) => ({
    name,
    score,
    weight: score === null ? 0 : SIGNALS[name].weight / there,
  }))
  return {
    score: there === 0 ? null : signals.reduce((sum, { score, weight }) => sum + (score ?? 0) * weight, 0),
    coverage: there / nominal(scored),
    signals,
  }
}
