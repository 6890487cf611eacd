import type { Bands } from '../math/hysteresis.ts'
import { type Assembled, boundedIndex, sat, summedTerms } from './assembly.ts'
import type { RawOf } from './component.ts'

/**
 * The formula of the sentiment index (methods 3), from raw values to value and weights. Buyers verify with the same
 * code.
 */

export const SENTIMENT_KEYS = ['fr', 'skew', 'pcr', 'ts', 'basis'] as const
export type SentimentKey = (typeof SENTIMENT_KEYS)[number]

/** Nominal weights. */
export const SENTIMENT_WEIGHTS = { fr: 0.3, skew: 0.25, pcr: 0.2, ts: 0.15, basis: 0.1 } as const satisfies Readonly<
  Record<SentimentKey, number>
>

/** Decimals of the raw values. The computation uses the values rounded to these decimals. */
export const SENTIMENT_PLACES = { fr: 8, skew: 4, pcr: 4, ts: 4, basis: 6 } as const satisfies Readonly<
  Record<SentimentKey, number>
>

/** How a raw value scores, from −1 to +1: `sign` times its distance from `neutral`, in units of `scale`. */
export interface Lean {
  readonly neutral: number
  readonly scale: number
  readonly sign: 1 | -1
  /** The size of the raw value counts, or the value with its sign. */
  readonly of: 'value' | 'abs'
}

/**
 * Crowded longs pay funding and pay more for calls; fear pays for puts and for the near end. Venues that drift apart only
 * ever lower the reading: they show that capital is missing, and never confidence.
 */
export const SENTIMENT_LEANS: Readonly<Record<SentimentKey, Lean>> = {
  fr: { neutral: 0, scale: 0.00025, sign: 1, of: 'value' },
  skew: { neutral: 0, scale: 7.5, sign: 1, of: 'value' },
  pcr: { neutral: 1, scale: 0.5, sign: -1, of: 'value' },
  ts: { neutral: 1, scale: 0.3, sign: -1, of: 'value' },
  basis: { neutral: 0, scale: 0.2, sign: -1, of: 'abs' },
}

/** What the sentiment index takes of a chain of options. */
export const SENTIMENT_OPTIONS = { far: 77, interestDays: null } as const

/** The ends of the index. */
export const SENTIMENT_RANGE = { lowest: -100, highest: 100 } as const

/** Regimes of sentiment and their boundaries (methods 0.5). */
export const SENTIMENT_BANDS = {
  names: ['EXTREMEBEARISH', 'BEARISH', 'NEUTRAL', 'BULLISH', 'EXTREMEBULLISH'],
  boundaries: [-60, -25, 25, 60],
  deadBand: 2,
} as const satisfies Bands

/** The score of one raw value, from −1 to +1. */
export const leanOf = (key: SentimentKey, raw: number): number => {
  const { neutral, scale, sign, of } = SENTIMENT_LEANS[key]
  return sign * sat((of === 'abs' ? Math.abs(raw) : raw) - neutral, scale)
}

/** Value and effective weights, unrounded; `null` if no component is there. */
export const sentimentOf = (raw: RawOf<SentimentKey>): Assembled<SentimentKey, 'index'> | null => {
  const { highest } = SENTIMENT_RANGE
  const found = summedTerms(SENTIMENT_WEIGHTS, raw, (key, value, weight) => highest * weight * leanOf(key, value))
  return found && boundedIndex(found, SENTIMENT_RANGE)
}
