import type { Scale } from '../indices/assembly.ts'
import { LIFETIMES } from '../lifetimes.ts'
import type { Bands } from '../math/hysteresis.ts'
import { decisionTable } from '../rules/decision-table.ts'
import { BALANCED } from './liquidity-words.ts'

/** The rules of TradFi regimes (methods 6.3), as they are published. */

/** TradFi regimes, from the calmest (interface 3.17). */
export const TRADFI_REGIMES = ['RISK_ON', 'NEUTRAL', 'STRESS', 'PANIC'] as const
export type TradfiRegime = (typeof TRADFI_REGIMES)[number]

/** What each signal weighs: equity stress, NQ volatility, and the yield curve. */
export const TRADFI_WEIGHTS = { mesi: 0.4, mnvi: 0.4, yield_curve: 0.2 } as const
export type TradfiSignal = keyof typeof TRADFI_WEIGHTS
export const TRADFI_SIGNALS = Object.keys(TRADFI_WEIGHTS) as readonly TradfiSignal[]

/** Percentage points by which ten years pay more than two, where they score 0 and 100: an inverted curve scores high. */
export const YIELD_CURVE_SCALE: Scale = { lo: 1, hi: -1 }

/** Weight of the signals that must be there: any two. */
export const LEAST_TRADFI_COVERAGE = 0.6

/** Regimes by the composite. */
export const TRADFI_BANDS: Bands<TradfiRegime> = { names: TRADFI_REGIMES, boundaries: [30, 50, 70], deadBand: 2 }

/** While a level is not known, an override that the last known ones held is kept for as long as an index may be read. */
const UNSEEN_SECONDS = LIFETIMES.ownIndex.expireSeconds

/** Rows by which known levels make it PANIC. */
export const LAST_SEEN_ROW = 2

/** Whether it is PANIC whatever the composite says. It is left when both lie two points below where it was entered. */
export const TRADFI_OVERRIDE = decisionTable(
  {
    mesi: 'equity stress index',
    vix: 'level of VIX, from the body of that index',
    overridden: 'whether the regime before was PANIC by this table',
    unseen_seconds: 'since a known level last made it PANIC',
  },
  [
    {
      when: [
        {
          any: [
            { input: 'mesi', at_least: 75 },
            { input: 'vix', at_least: 40 },
          ],
        },
      ],
      gives: true,
    },
    {
      when: [
        { input: 'overridden', one_of: [true] },
        {
          any: [
            { input: 'mesi', above: 73 },
            { input: 'vix', above: 38 },
          ],
        },
      ],
      gives: true,
    },
    {
      when: [
        { input: 'mesi', at_most: 73 },
        { input: 'vix', at_most: 38 },
      ],
      gives: false,
    },
    {
      when: [
        { input: 'overridden', one_of: [true] },
        { input: 'unseen_seconds', at_most: UNSEEN_SECONDS },
      ],
      gives: true,
    },
    { when: [], gives: false },
  ],
)

/** Distance of the composite to the next boundary from which on nothing is taken off the confidence. */
export const SURE_DISTANCE = 10

/** Scores count as far as they lie from this one; the largest dominates with this share of all. */
export const TRADFI_DOMINANCE = { middle: 40, least: 0.5 } as const

/** What may dominate. */
export const TRADFI_DOMINANTS = [...TRADFI_SIGNALS, BALANCED] as const
