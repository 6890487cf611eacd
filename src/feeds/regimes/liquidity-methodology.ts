import { shownTable } from '../rules/decision-table.ts'
import { HOLD_SECONDS, PAUSE_SECONDS } from './held-regime.ts'
import { LEAST_SIGNALS } from './liquidity-evaluated.ts'
import { COLLAPSE_POINTS, LIQUIDITY_TABLE, SIGNAL_TABLES } from './liquidity-table.ts'
import { BALANCED, LIQUIDITY_COINS, LIQUIDITY_SIGNALS } from './liquidity-words.ts'

/** How the liquidity regime is made, from the constants that make it. */
export const LIQUIDITY_METHODOLOGY = {
  measures: `mean over ${LIQUIDITY_COINS.join(' and ')} of those that have one, before any table`,
  signals: {
    liquidation_flow: shownTable(SIGNAL_TABLES.liquidation_flow),
    orderbook: shownTable(SIGNAL_TABLES.orderbook),
    basis_spread: shownTable(SIGNAL_TABLES.basis_spread),
    funding: shownTable(SIGNAL_TABLES.funding),
    open_interest: shownTable(SIGNAL_TABLES.open_interest),
  },
  collapse: shownTable(COLLAPSE_POINTS),
  stressScore: `sum of the scores, times ${LIQUIDITY_SIGNALS.length} over the number of those that are there; at least ${LEAST_SIGNALS}`,
  table: shownTable(LIQUIDITY_TABLE),
  dominantSignal: `the highest positive score, of equals the first of ${LIQUIDITY_SIGNALS.join(', ')}; ${BALANCED} where none is positive`,
  confidence: 'share of the signals that are there, times the mean confidence of the answers that entered',
  stability: `FRAGILE, and THIN by a collapse, at once; another regime when it was the outcome at an evaluation at least ${HOLD_SECONDS} s earlier and none between said otherwise; after a pause of ${PAUSE_SECONDS} s at once`,
}
