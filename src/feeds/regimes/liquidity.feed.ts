import { inSeconds } from '../../time-units.ts'
import { BAR_BOARDS } from '../boards/bar-boards.ts'
import { type Conclusion, type Declined, defineFeed, type TickContext } from '../feed.ts'
import { shownTable } from '../rules/decision-table.ts'
import type { Subject } from '../subject.ts'
import { heldRegime } from './held-regime.ts'
import { LiquidityAnswer, liquidityOf } from './liquidity-answer.ts'
import { LIQUIDITY, type LiquidityCarry } from './liquidity-carry.ts'
import { liquidityExample } from './liquidity-example.ts'
import { LEAST_SIGNALS } from './liquidity-facts.ts'
import { coinInputs, liquidityActors } from './liquidity-inputs.ts'
import { LIQUIDITY_HOLD, LIQUIDITY_SALE } from './liquidity-sale.ts'
import { COLLAPSE_SCORE, LIQUIDITY_BANDS, LIQUIDITY_REGIME } from './liquidity-tables.ts'
import { LIQUIDITY_SIGNALS } from './liquidity-words.ts'
import { regimeBefore } from './regime-before.ts'

const MARKET: Subject = { key: 'MARKET', domain: 'MARKET', name: 'market', path: {} }

const boards = BAR_BOARDS.map(({ board }) => board)

const conclude = (context: TickContext<LiquidityCarry>): Conclusion<LiquidityAnswer, LiquidityCarry> | Declined => {
  const inputs = { btc: coinInputs(context, 'BTC'), eth: coinInputs(context, 'ETH') }
  const found = liquidityOf(inputs)
  if (found.count < LEAST_SIGNALS) return { kind: 'quorum_missed', have: found.count, need: LEAST_SIGNALS }
  const { regime, since, candidate } = heldRegime(
    found,
    regimeBefore(context.previous),
    inSeconds(context.now),
    LIQUIDITY_HOLD,
  )
  return {
    kind: 'concluded',
    content: {
      layer: 'Oracle Information',
      scope: 'MARKET',
      regime,
      ...found.shown,
      regime_since: since,
      candidate,
      inputs,
    },
    carry: { regime, candidate },
  }
}

export const liquidityRegime = defineFeed({
  id: LIQUIDITY.id,
  carry: LIQUIDITY.carry,
  family: 'regimes',
  layer: 'Oracle Information',
  summary: 'How deep the crypto market is: funding, open interest, basis spread, liquidations and books of BTC and ETH',
  noun: 'liquidity regime',
  subjects: [MARKET],
  answer: LiquidityAnswer,
  example: liquidityExample(),
  methodology: {
    means: 'of BTC and ETH, over the coins that have a value; depth collapses where it does in either',
    bands: Object.fromEntries(LIQUIDITY_SIGNALS.map((name) => [name, shownTable(LIQUIDITY_BANDS[name])])),
    collapse: `adds ${COLLAPSE_SCORE} to the score of the book`,
    stressScore: `sum of the scores times five over the number of signals that are there, at least ${LEAST_SIGNALS}; one decimal`,
    table: shownTable(LIQUIDITY_REGIME),
    dominantSignal: `highest positive score; ties in the order ${LIQUIDITY_SIGNALS.join(', ')}`,
    confidence: 'share of the signals that are there times the mean confidence of the inputs',
    stability:
      'another regime takes its place when it holds at two evaluations a minute apart; a fragile one or a collapse at once',
  },

  everySeconds: 60,
  boards: () => boards,
  after: liquidityActors,
  needs: () => [liquidityActors().map((actor) => ({ actor }))],
  conclude: (_market, context) => conclude(context),

  sale: LIQUIDITY_SALE,
})
