import { decisionTable } from '../rules/decision-table.ts'
import type { LiquiditySignal } from './liquidity-words.ts'

/** The bands of the five signals, and what their sum says (methods 6.2). A band begins at its lower edge. */

/** A table of one measure: three edges, and the score from the last one on. */
const bands = <const I extends string>(input: I, unit: string, edges: readonly [number, number, number], top: number) =>
  decisionTable({ [input]: unit } as Readonly<Record<I, string>>, [
    { when: [{ input, at_least: edges[2] }], then: top },
    { when: [{ input, at_least: edges[1] }], then: 1 },
    { when: [{ input, at_least: edges[0] }], then: 0 },
    { when: [{ input, below: edges[0] }], then: -1 },
  ])

/** Above this fall within four hours, per cent, positions are being closed in a hurry. */
const FALL = -5

export const SIGNAL_TABLES = {
  liquidation_flow: bands(
    'liquidations_oi_bps',
    'both sides of an hour over open interest, basis points',
    [1, 5, 15],
    3,
  ),
  orderbook: bands(
    'abs_imbalance',
    'within ten basis points of the middle, -1 to 1 without its sign',
    [0.2, 0.4, 0.6],
    2,
  ),
  basis_spread: bands('basis_spread_bps', 'highest less lowest basis of the venues', [3, 8, 15], 2),
  funding: bands('abs_funding_rate_8h', 'a fraction per eight hours without its sign', [0.0001, 0.0003, 0.0006], 2),
  open_interest: decisionTable(
    {
      oi_excess_pct: 'change of open interest over 24 h less the size of the return over 24 h, per cent',
      oi_delta_4h_pct: 'change of open interest over four hours',
    },
    [
      {
        when: [
          {
            any: [
              { input: 'oi_excess_pct', at_least: 10 },
              { input: 'oi_delta_4h_pct', at_most: FALL },
            ],
          },
        ],
        then: 2,
      },
      // Below the first row a fall must be ruled out: one that is not known is not none.
      {
        when: [
          { input: 'oi_delta_4h_pct', above: FALL },
          { input: 'oi_excess_pct', at_least: 5 },
        ],
        then: 1,
      },
      {
        when: [
          { input: 'oi_delta_4h_pct', above: FALL },
          { input: 'oi_excess_pct', at_least: 0 },
        ],
        then: 0,
      },
      {
        when: [
          { input: 'oi_delta_4h_pct', above: FALL },
          { input: 'oi_excess_pct', below: 0 },
        ],
        then: -1,
      },
    ],
  ),
} as const satisfies Readonly<Record<LiquiditySignal, unknown>>

/** What a collapse of depth adds to the signal of the order book. */
export const COLLAPSE_POINTS = decisionTable({ depth_collapse: 'of either coin' }, [
  { when: [{ input: 'depth_collapse', one_of: [true] }], then: 2 },
])

export const LIQUIDITY_TABLE = decisionTable(
  { stress_score: 'as the body shows it', depth_collapse: 'of either coin' },
  [
    { when: [{ input: 'stress_score', above: 5 }], then: 'FRAGILE' },
    {
      when: [
        {
          any: [
            { input: 'stress_score', above: 2 },
            { input: 'depth_collapse', one_of: [true] },
          ],
        },
      ],
      then: 'THIN',
    },
    { when: [{ input: 'stress_score', above: -3 }], then: 'NORMAL' },
    { when: [], then: 'DEEP' },
  ],
)
