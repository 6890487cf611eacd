import { shownTable } from '../rules/decision-table.ts'
import { BAR_BOARDS } from '../boards/bar-boards.ts'
import { MOST_GAP_MS } from './bar-measures.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { CONFIDENCE_RULES } from './perp-confidence.ts'
import { LEAST_COVERAGE } from './perp-direction.ts'
import { RISK_POINTS } from './perp-risk.ts'
import { signalFormula, SIGNAL_NAMES, SIGNALS, signalsOf } from './perp-signals.ts'
import { PERP_HOLD } from './perp-stability.ts'
import { LAST_URGENT_ROW, PERP_TABLE } from './perp-table.ts'
import { BIAS_OF, PERP_COINS, RISKS } from './perp-words.ts'

/** How perpetual regimes are made, from the constants that make them. */
export const PERP_METHODOLOGY = {
  signals: Object.fromEntries(
    SIGNAL_NAMES.map((name) => [name, { weight: SIGNALS[name].weight, formula: signalFormula(name) }]),
  ),
  signalsByCoin: Object.fromEntries(PERP_COINS.map((coin) => [coin, [...signalsOf(coin)]])),
  directionScore: 'sum of weight times score over the sum of the weights that are there',
  coverage: `weights that are there over all of the coin; at least ${LEAST_COVERAGE}`,
  returns: `spot now over the median close of ${BAR_BOARDS.map(({ board }) => board.source.name).join(', ')} so long ago, less one, per cent; closes in USDT at its rate of now; a venue with a gap above ${MOST_GAP_MS / MINUTE_MS} min says nothing`,
  table: shownTable(PERP_TABLE),
  bias: { ...BIAS_OF },
  risk: { points: shownTable(RISK_POINTS), levels: [...RISKS] },
  confidence: { ...CONFIDENCE_RULES },
  stability: `rows 1 to ${LAST_URGENT_ROW} at once; the others when the same row held at an evaluation at least ${PERP_HOLD.holdSeconds} s earlier and none between held otherwise; after a pause of ${PERP_HOLD.pauseSeconds} s at once`,
}
