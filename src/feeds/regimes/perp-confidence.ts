import type { PerpFacts } from './perp-signals.ts'
import type { PerpRegime } from './perp-words.ts'

/** The confidence in a perpetual regime (methods 6.1), 0 to 1. */

const MOST = 0.95

/** The largest of the shares that are known, at most 1; 0 where none is. */
const strongest = (...shares: readonly (number | null)[]): number =>
  Math.min(1, Math.max(0, ...shares.map((share) => share ?? 0)))

const over = (value: number | null, full: number): number | null => (value === null ? null : Math.abs(value) / full)

/** By kind of regime: what it starts from, what is added at most, and what is added. */
export const CONFIDENCE_RULES = {
  spike: '0.60 + 0.30 * min(1, max(vr / 6, abs(ret1h) / 8))',
  crowd: '0.60 + 0.30 * min(1, max(abs(z) / 4, abs(r8) / 0.001))',
  direction: '0.50 + 0.50 * abs(direction_score)',
  neutral: '0.50 + 0.20 * (1 - abs(direction_score) / 0.15)',
  all: `at most ${MOST}, times coverage; what is missing counts 0`,
} as const

const KIND_OF: Readonly<Record<PerpRegime, Exclude<keyof typeof CONFIDENCE_RULES, 'all'>>> = {
  VOLATILITY_SPIKE: 'spike',
  LONG_TRAP: 'crowd',
  SQUEEZE_SETUP: 'crowd',
  BEARISH_FUNDING_EXTREME: 'crowd',
  BULLISH_MOMENTUM: 'direction',
  BEARISH_MOMENTUM: 'direction',
  MILD_BULLISH: 'direction',
  MILD_BEARISH: 'direction',
  NEUTRAL_CHOPPY: 'neutral',
}

const baseOf = ({ vr, ret1h, z, r8 }: PerpFacts, score: number, regime: PerpRegime): number => {
  switch (KIND_OF[regime]) {
    case 'spike':
      return 0.6 + 0.3 * strongest(over(vr, 6), over(ret1h, 8))
    case 'crowd':
      return 0.6 + 0.3 * strongest(over(z, 4), over(r8, 0.001))
    case 'direction':
      return 0.5 + 0.5 * Math.abs(score)
    case 'neutral':
      // A regime that is kept for a minute may be further from neutral than its row.
      return 0.5 + 0.2 * Math.max(0, 1 - Math.abs(score) / 0.15)
  }
}

/** Unrounded. */
export const perpConfidence = (facts: PerpFacts, score: number, regime: PerpRegime, coverage: number): number =>
  Math.min(MOST, baseOf(facts, score, regime)) * coverage
