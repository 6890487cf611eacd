import { goldApi, goldSpot } from '../../sources/markets/gold-api.ts'
import type { MetalQuote } from '../../sources/market.ts'
import { boardQuestion, type Board } from '../board.ts'

/** The last bullion price, or nothing yet. */
export interface GoldState {
  readonly quote: MetalQuote | null
}

/** Spot gold in dollars per fine troy ounce. */
export const GOLD_BOARD: Board<GoldState> = {
  id: 'metal/goldapi',
  source: goldApi,
  everySeconds: 60,
  isUrgent: true,
  empty: { quote: null },
  asks: () => [boardQuestion(goldSpot, (quote): GoldState => ({ quote }))],
}
