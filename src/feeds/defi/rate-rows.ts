import { LENDING_MARKETS, type LendingMarket } from '../../sources/lending/lending-markets.ts'
import type { Declined, TickContext } from '../feed.ts'
import { assetPrice } from './asset-price.ts'
import { rateRow, type RateRow } from './rate-row.ts'
import { llamaOf, primaryOf } from './witnesses.ts'

/** Rows of several markets, and the markets of the method that have none. */
export interface RateRows {
  readonly rows: readonly RateRow[]
  readonly missing: readonly string[]
}

/** `all` and the metrics of all protocols need so many rows, one of the two large protocols among them. */
export const LEAST_ROWS = 8
export const LARGE = ['aave', 'compound'] as const

const rowOf = (market: LendingMarket, context: TickContext): RateRow | null => {
  const { boards, now } = context
  return rateRow(
    {
      market,
      primary: primaryOf(market, boards, now),
      llama: llamaOf(market, boards, now),
      price: assetPrice(market.asset, context),
    },
    now,
  )
}

/** The rows of these markets, in the order of the table. */
export const rowsOfMarkets = (markets: readonly LendingMarket[], context: TickContext): RateRows => {
  const found = markets.map((market) => ({ market, row: rowOf(market, context) }))
  return {
    rows: found.flatMap(({ row }) => (row ? [row] : [])),
    missing: found.flatMap(({ market, row }) => (row ? [] : [market.name])).toSorted(),
  }
}

/** All rows, or why there are too few of them. */
export const everyRow = (context: TickContext): RateRows | Declined => {
  const found = rowsOfMarkets(LENDING_MARKETS, context)
  if (found.rows.length < LEAST_ROWS) return { kind: 'quorum_missed', have: found.rows.length, need: LEAST_ROWS }
  if (!found.rows.some(({ protocol }) => LARGE.some((large) => large === protocol)))
    return { kind: 'input_missing', input: `a rate of ${LARGE.join(' or ')}` }
  return found
}
