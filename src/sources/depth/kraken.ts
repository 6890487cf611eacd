import { askedPair } from '../exchanges/kraken-pair.ts'
import { kraken, krakenResult } from '../exchanges/kraken.ts'
import { UnreadableReply } from '../query.ts'
import { entries } from '../shape.ts'
import type { DepthVenue } from './depth.ts'
import { laddersOf } from './ladder.ts'
import { reduced } from './reduce.ts'

/** The most levels of a side that the venue sends. */
const MOST_LEVELS = 500

/**
 * `{"error":[],"result":{"XXBTZUSD":{"asks":[["105944.3","0.136",1762820248],…],"bids":[…]}}}`. The third value is the
 * second in which the level changed; the newest of them is the time of the book.
 */
export const krakenDepth: DepthVenue = {
  source: kraken.source,
  symbols: { 'BTC/USD': 'XBTUSD', 'ETH/USD': 'ETHUSD' },
  sendsWhole: false,
  book: (symbol) => ({
    provider: kraken.source,
    path: `/0/public/Depth?pair=${symbol}&count=${MOST_LEVELS}`,
    weight: 1,
    maxBytes: 2 ** 20,
    read: (body) => {
      const ladders = laddersOf(body)
      const pairs = entries(krakenResult(ladders.envelope))
      if (pairs.length !== 1 || askedPair(pairs[0]![0], [symbol]) === null)
        throw new UnreadableReply(`reply.result is not about ${symbol}: ${pairs.map(([key]) => key).join(', ')}`)
      let newest = 0
      const book = reduced(ladders, {
        sendsWhole: false,
        seen: ({ third }) => {
          const seconds = Number(third)
          if (!(seconds > 0)) throw new UnreadableReply(`a level has no time: ${third}`)
          newest = Math.max(newest, seconds)
        },
      })
      return { ...book, at: Math.floor(newest * 1000) }
    },
  }),
}
