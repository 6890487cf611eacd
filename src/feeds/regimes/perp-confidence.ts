import type { PerpFacts } from './perp-signals.ts'
import type { PerpRegime } from './perp-words.ts'

/** The confidence in a perpetual regime (methods 6.1), 0 to 1. */

const MOST = 0.95

/** What adds to a confidence: the fact, and the size of it that counts in full. */
interface Full {
  readonly of: 'vr' | 'ret1h' | 'z' | 'r8' | 'direction_score'
  readonly at: number
}

/** What a confidence starts from, and what is added at most. */
interface Kind {
  readonly base: number
  readonly more: number
  /** The largest of their shares is added, at most one. */
  readonly full: readonly [Full, ...Full[]]
  /** The smaller the share, the more is added. */
  readonly falls?: true
}

/** By kind of regime. */
const KINDS = {
  spike: {
    base: 0.6,
    more: 0.3,
    full: [
      { of: 'vr', at: 6 },
      { of: 'ret1h', at: 8 },
    ],
  },
  crowd: {
    base: 0.6,
    more: 0.3,
    full: [
      { of: 'z', at: 4 },
      { of: 'r8', at: 0.001 },
    ],
  },
  direction: { base: 0.5, more: 0.5, full: [{ of: 'direction_score', at: 1 }] },
  // A regime that is kept for a minute may be further from neutral than its row: then nothing is added.
  neutral: { base: 0.5, more: 0.2, full: [{ of: 'direction_score', at: 0.15 }], falls: true },
} as const satisfies Readonly<Record<string, Kind>>
type KindName = keyof typeof KINDS

const formulaOf = ({ base, more, full, falls }: Kind): string => {
  const shares = full.map(({ of, at }) => (at === 1 ? `abs(${of})` : `abs(${of}) / ${at}`))
  const share = `min(1, ${shares.length > 1 ? `max(${shares.join(', ')})` : shares[0]})`
  return `${base} + ${more} * ${falls ? `(1 - ${share})` : share}`
}

const KIND_OF: Readonly<Record<PerpRegime, KindName>> = {
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

/** The same for people: the formula of each kind, what holds for all, and which regimes are of a kind. */
export const CONFIDENCE_RULES: Readonly<Record<KindName | 'all', string>> = {
  spike: formulaOf(KINDS.spike),
  crowd: formulaOf(KINDS.crowd),
  direction: formulaOf(KINDS.direction),
  neutral: formulaOf(KINDS.neutral),
  all: `at most ${MOST}, times coverage; what is missing counts 0`,
}

/** Each regime with the formula of its confidence. */
export const CONFIDENCE_FORMULAS: readonly (readonly [PerpRegime, string])[] = Object.entries(KIND_OF).map(
  ([regime, kind]) => [regime as PerpRegime, CONFIDENCE_RULES[kind]],
)

const baseOf = (facts: PerpFacts, score: number, regime: PerpRegime): number => {
  const { base, more, full, falls }: Kind = KINDS[KIND_OF[regime]]
  const sizes = full.map(({ of, at }) => Math.abs((of === 'direction_score' ? score : facts[of]) ?? 0) / at)
  const share = Math.min(1, Math.max(...sizes))
  return base + more * (falls ? 1 - share : share)
}

/** Unrounded. */
export const perpConfidence = (facts: PerpFacts, score: number, regime: PerpRegime, coverage: number): number =>
  Math.min(MOST, baseOf(facts, score, regime)) * coverage
