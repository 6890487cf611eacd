import { okx, okxData } from '../exchanges/okx.ts'
import { UnreadableReply } from '../query.ts'
import { field, whole } from '../shape.ts'
import type { DepthVenue, Detail } from './depth.ts'
import { laddersOf } from './ladder.ts'
import { reduced } from './reduce.ts'

/** 400 levels reach a few basis points only; the full book is limited to ten requests in two seconds. */
const CALLS: Readonly<Record<Detail, string>> = {
  deep: 'books-full?sz=5000',
  quick: 'books?sz=400',
}

/**
 * `{"code":"0","msg":"","data":[{"asks":[["41006.8","0.6","0","1"],…],"bids":[…],"ts":"1629966436396"}]}`. The reply
 * does not name the instrument; it is for the one in the path.
 */
export const okxDepth: DepthVenue = {
  source: okx.source,
  symbols: { 'BTC/USDT': 'BTC-USDT', 'ETH/USDT': 'ETH-USDT' },
  sendsWhole: false,
  book: (symbol, detail) => ({
    provider: okx.source,
    path: `/api/v5/market/${CALLS[detail]}&instId=${symbol}`,
    weight: 1,
    maxBytes: 2 ** 20,
    read: (body) => {
      const ladders = laddersOf(body)
      const [row, ...more] = okxData(ladders.envelope)
      if (!row || more.length > 0) throw new UnreadableReply('reply.data is not one book')
      const at = whole(field(row, 'ts'))
      return { ...reduced(ladders, { sendsWhole: false }), at }
    },
  }),
}
