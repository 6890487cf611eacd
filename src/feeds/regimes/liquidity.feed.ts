import { BAR_BOARDS } from '../boards/bar-boards.ts'
import { defineFeed } from '../feed.ts'
import { concludeLiquidity } from './conclude-liquidity.ts'
import { LiquidityAnswer } from './liquidity-answer.ts'
import { LIQUIDITY } from './liquidity-carry.ts'
import { liquidityExample } from './liquidity-example.ts'
import { LIQUIDITY_ACTORS } from './liquidity-inputs.ts'
import { LIQUIDITY_METHODOLOGY } from './liquidity-methodology.ts'
import { LIQUIDITY_SALE } from './liquidity-sale.ts'

const boards = BAR_BOARDS.map(({ board }) => board)

export const liquidity = defineFeed({
  id: LIQUIDITY.id,
  carry: LIQUIDITY.carry,
  published: LIQUIDITY.published,
  family: 'regimes',
  layer: 'Oracle Information',
  summary:
    'How much the crypto market can bear: one of four regimes from funding, open interest, basis, liquidations and order books',
  noun: 'liquidity regime',
  subjects: [{ key: 'MARKET', domain: 'MARKET', name: 'Market', path: {} }],
  answer: LiquidityAnswer,
  example: liquidityExample(),
  methodology: LIQUIDITY_METHODOLOGY,

  everySeconds: 60,
  boards: () => boards,
  after: () => LIQUIDITY_ACTORS,
  // Without bars there is no open interest beyond the price, but four signals are enough.
  needs: () => [LIQUIDITY_ACTORS.map((actor) => ({ actor }))],
  conclude: (_market, context) => concludeLiquidity(context),

  sale: LIQUIDITY_SALE,
})
