import { binanceReply } from '../exchanges/binance-family.ts'
import { binance } from '../exchanges/binance.ts'
import { field, whole } from '../shape.ts'
import type { DepthVenue, Detail } from './depth.ts'
import { laddersOf } from './ladder.ts'
import { reduced } from './reduce.ts'

/** Levels of a side, and the weight of the request: 5000 levels of two coins every five seconds would be the budget. */
const PAGES: Readonly<Record<Detail, { readonly levels: number; readonly weight: number }>> = {
  deep: { levels: 5000, weight: 250 },
  quick: { levels: 1000, weight: 50 },
}

/** `{"lastUpdateId":1027024,"bids":[["4.00000000","431.0"],…],"asks":[…]}`, without any time. */
export const binanceDepth: DepthVenue = {
  source: binance.source,
  symbols: { 'BTC/USDT': 'BTCUSDT', 'ETH/USDT': 'ETHUSDT' },
  sendsWhole: false,
  book: (symbol, detail) => ({
    provider: binance.source,
    path: `/api/v3/depth?symbol=${symbol}&limit=${PAGES[detail].levels}`,
    weight: PAGES[detail].weight,
    maxBytes: 2 ** 20,
    read: (body) => {
      const ladders = laddersOf(body)
      whole(field(binanceReply(ladders.envelope), 'lastUpdateId'))
      return { ...reduced(ladders, { sendsWhole: false }), at: null }
    },
  }),
}
