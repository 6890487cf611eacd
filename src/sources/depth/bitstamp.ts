import { bitstamp, bitstampReply } from '../exchanges/bitstamp.ts'
import { field, millisFromSeconds } from '../shape.ts'
import type { DepthVenue } from './depth.ts'
import { laddersOf } from './ladder.ts'
import { reduced } from './reduce.ts'

/**
 * `{"timestamp":"1641343695","microtimestamp":"1641343695681418","bids":[["3802.90","0.6"],…],"asks":[…]}`: the whole
 * book, a quarter of a megabyte. `group=1` adds up the orders of one price.
 */
export const bitstampDepth: DepthVenue = {
  source: bitstamp.source,
  symbols: { 'BTC/USD': 'btcusd', 'ETH/USD': 'ethusd' },
  sendsWhole: true,
  book: (symbol) => ({
    provider: bitstamp.source,
    path: `/api/v2/order_book/${symbol}/?group=1`,
    weight: 1,
    maxBytes: 2 ** 22,
    read: (body) => {
      const ladders = laddersOf(body)
      const at = millisFromSeconds(field(bitstampReply(ladders.envelope), 'timestamp'))
      return { ...reduced(ladders, { sendsWhole: true }), at }
    },
  }),
}
