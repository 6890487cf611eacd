import { decideBy, type DecisionTable, decisionTable } from '../rules/decision-table.ts'
import type { LiquidityRegime, LiquiditySignal } from './liquidity-words.ts'

/** The bands of liquidity regimes (methods 6.2). An edge belongs to the higher band. */

/** The numbers that the bands are laid over; `null` where one is missing. */
export interface LiquidityFacts {
  /** Size of funding per eight hours, a fraction. */
  readonly funding: number | null
  /** Growth of open interest over a day less the size of the price's move, per cent. */
  readonly growth: number | null
  /** Change of open interest over four hours, per cent. */
  readonly oi4h: number | null
  /** Basis points. */
  readonly spread: number | null
  /** What was closed by force within the hour, basis points of open interest. */
  readonly liquidated: number | null
  /** Size of the imbalance within ten basis points. */
  readonly imbalance: number | null
}

type Fact = keyof LiquidityFacts

/** Rows from the highest band down; below the last edge it scores -1. */
const bands = (
  input: Fact,
  unit: string,
  edges: readonly (readonly [atLeast: number, score: number])[],
): DecisionTable<Fact, number> => ({
  inputs: { [input]: unit },
  rows: [
    ...edges.map(([atLeast, gives]) => ({ when: [{ input, at_least: atLeast }], gives })),
    { when: [{ input, below: edges.at(-1)![0] }], gives: -1 },
  ],
})

export const LIQUIDITY_BANDS: Readonly<Record<LiquiditySignal, DecisionTable<Fact, number>>> = {
  funding: bands('funding', 'size of funding per eight hours, mean of the coins', [
    [0.0006, 2],
    [0.0003, 1],
    [0.0001, 0],
  ]),
  open_interest: decisionTable(
    {
      growth: 'change of open interest over a day less the size of the return, per cent, mean of the coins',
      oi4h: 'change of open interest over four hours, per cent, mean of the coins',
    },
    [
      {
        when: [
          {
            any: [
              { input: 'growth', at_least: 10 },
              { input: 'oi4h', at_most: -5 },
            ],
          },
        ],
        gives: 2,
      },
      { when: [{ input: 'growth', at_least: 5 }], gives: 1 },
      { when: [{ input: 'growth', at_least: 0 }], gives: 0 },
      { when: [{ input: 'growth', below: 0 }], gives: -1 },
    ],
  ),
  basis_spread: bands('spread', 'spread of the basis over the venues, basis points, mean of the coins', [
    [15, 2],
    [8, 1],
    [3, 0],
  ]),
  liquidation_flow: bands(
    'liquidated',
    'closed by force within the hour, basis points of open interest, mean of the coins',
    [
      [15, 3],
      [5, 1],
      [1, 0],
    ],
  ),
  orderbook: bands('imbalance', 'size of the imbalance within ten basis points, mean of the coins', [
    [0.6, 2],
    [0.4, 1],
    [0.2, 0],
  ]),
}

/** What a collapse of depth adds to the score of the book. */
export const COLLAPSE_SCORE = 2

/** Regimes by the sum of the scores. */
export const LIQUIDITY_REGIME = decisionTable(
  { stress_score: 'sum of the scores', depth_collapse: 'whether the depth of a coin collapsed' },
  [
    { when: [{ input: 'stress_score', above: 5 }], gives: 'FRAGILE' },
    {
      when: [
        {
          any: [
            { input: 'stress_score', above: 2 },
            { input: 'depth_collapse', one_of: [true] },
          ],
        },
      ],
      gives: 'THIN',
    },
    { when: [{ input: 'stress_score', above: -3 }], gives: 'NORMAL' },
    { when: [], gives: 'DEEP' },
  ],
)

export const scoreOfSignal = (
  signal: LiquiditySignal,
  facts: LiquidityFacts,
  collapsed: boolean | null,
): number | null => {
  const score = decideBy(LIQUIDITY_BANDS[signal], facts)?.outcome ?? null
  return score !== null && signal === 'orderbook' && collapsed === true ? score + COLLAPSE_SCORE : score
}

export const liquidityRegime = (score: number, collapsed: boolean | null): LiquidityRegime =>
  decideBy(LIQUIDITY_REGIME, { stress_score: score, depth_collapse: collapsed })!.outcome
