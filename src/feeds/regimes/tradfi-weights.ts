import { lin, type Scale } from '../indices/assembly.ts'
import type { Bands } from '../math/hysteresis.ts'
import { decisionTable } from '../rules/decision-table.ts'
import { BALANCED } from './liquidity-words.ts'
import { TRADFI_REGIMES, type TradfiRegime } from './tradfi-carry.ts'

/** The constants of the TradFi regime (methods 6.3). */

export const TRADFI_WEIGHTS = { mesi: 0.4, mnvi: 0.4, yield_curve: 0.2 } as const
export type TradfiPart = keyof typeof TRADFI_WEIGHTS
export const TRADFI_PARTS = Object.keys(TRADFI_WEIGHTS) as TradfiPart[]

/** The weight that must be there: two parts of three. */
export const LEAST_WEIGHT = 0.6

/** Percentage points between ten years and two. An inverted curve scores high. */
export const CURVE_SCALE: Scale = { lo: 1, hi: -1 }

export const TRADFI_BANDS: Bands<TradfiRegime> = { names: TRADFI_REGIMES, boundaries: [30, 50, 70], deadBand: 2 }

/** From which a part speaks for stress, in the choice of the dominant one. */
export const NEUTRAL_SCORE = 40

/** What may dominate; balanced where no part has half of the whole. */
export const TRADFI_DOMINANTS = [...TRADFI_PARTS, BALANCED] as const

/** PANIC whatever the composite is. */
export const OVERRIDE_TABLE = decisionTable({ mesi_value: 'equity stress index', vix: 'VIX as that index used it' }, [
  {
    when: [
      {
        any: [
          { input: 'mesi_value', at_least: 75 },
          { input: 'vix', at_least: 40 },
        ],
      },
    ],
    then: 'ENTER',
  },
  // Both must be known to be below: what is missing releases nothing.
  {
    when: [
      { input: 'mesi_value', at_most: 73 },
      { input: 'vix', at_most: 38 },
    ],
    then: 'LEAVE',
  },
])

/** Scores of the parts, 0 to 100; `null` where one is missing. */
export type TradfiScores = Readonly<Record<TradfiPart, number | null>>

/** The score of a spread of yields, percentage points. */
export const curveScore = (spread: number): number => lin(spread, CURVE_SCALE)
