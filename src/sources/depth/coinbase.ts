import { coinbase, coinbaseReply } from '../exchanges/coinbase.ts'
import { millisFromIso, optional } from '../shape.ts'
import type { DepthVenue } from './depth.ts'
import { laddersOf } from './ladder.ts'
import { reduced } from './reduce.ts'

/**
 * `{"bids":[["97000.01","0.5",2],…],"asks":[…],"sequence":1,"auction_mode":false,"time":"2026-09-17T20:45:26.5Z"}`, the
 * third value being the number of orders. `level=2` is the whole book, some megabytes. Replies before 2021 have no time.
 * In an auction the two sides may overlap, and nothing can be traded at once.
 */
export const coinbaseDepth: DepthVenue = {
  source: coinbase.source,
  symbols: { 'BTC/USD': 'BTC-USD', 'ETH/USD': 'ETH-USD' },
  sendsWhole: true,
  book: (symbol) => ({
    provider: coinbase.source,
    path: `/products/${symbol}/book?level=2`,
    weight: 1,
    maxBytes: 2 ** 23,
    read: (body) => {
      const ladders = laddersOf(body)
      const time = optional(coinbaseReply(ladders.envelope), 'time')
      return { ...reduced(ladders, { sendsWhole: true }), at: time && millisFromIso(time) }
    },
  }),
}
