import type { Bands } from '../math/hysteresis.ts'
import { type Assembled, boundedIndex, lin, type Scale, summedTerms } from './assembly.ts'
import type { RawOf } from './component.ts'

/**
 * The formula of the stress index (methods 4.1), from raw values to value and weights. Buyers verify with the same
 * code.
 */

export const STRESS_KEYS = ['vol', 'stbl', 'fr', 'disp'] as const
export type StressKey = (typeof STRESS_KEYS)[number]

/** Nominal weights. */
export const STRESS_WEIGHTS = { vol: 0.3, stbl: 0.25, fr: 0.3, disp: 0.15 } as const satisfies Readonly<
  Record<StressKey, number>
>

/** Decimals of the raw values. The computation uses the values rounded to these decimals. */
export const STRESS_PLACES = { vol: 2, stbl: 4, fr: 4, disp: 4 } as const satisfies Readonly<Record<StressKey, number>>

/**
 * Raw values that score 0 and 100. Arbitrage keeps the large stablecoins within a few basis points of a dollar, and at
 * one per cent the peg is lost. Four sample deviations of funding score 100.
 */
export const STRESS_SCALES: Readonly<Record<StressKey, Scale>> = {
  vol: { lo: 0, hi: 100 },
  stbl: { lo: 0.05, hi: 1 },
  fr: { lo: 0, hi: 4 },
  disp: { lo: 0.5, hi: 8 },
}

/** Regimes of stress and their boundaries (methods 0.5). */
export const STRESS_BANDS = {
  names: ['CALM', 'ELEVATED', 'HIGH', 'EXTREME'],
  boundaries: [25, 50, 75],
  deadBand: 2,
} as const satisfies Bands

/** The ends of the index. */
export const STRESS_RANGE = { lowest: 0, highest: 100 } as const

/** Value and effective weights, unrounded; `null` if no component is there. */
export const stressOf = (raw: RawOf<StressKey>): Assembled<StressKey, 'index'> | null => {
  const found = summedTerms(STRESS_WEIGHTS, raw, (key, value, weight) => weight * lin(value, STRESS_SCALES[key]))
  return found && boundedIndex(found, STRESS_RANGE)
}
