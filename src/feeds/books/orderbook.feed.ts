import type { AnyBoard } from '../board.ts'
import {
  DEPTH_BOARDS,
  FAST_ABOVE,
  FAST_SECONDS,
  FAST_WHOLE_SECONDS,
  SLOW_BELOW,
  SLOW_SECONDS,
} from '../boards/depth-boards.ts'
import { coinInDollars } from '../derivatives/perpetual-subjects.ts'
import { actorId, defineFeed } from '../feed.ts'
import { COLLAPSE_BELOW, LEAST_MINUTES, THINNING_BELOW } from '../math/depth-collapse.ts'
import { DEPTH_BANDS } from '../math/order-book.ts'
import { WALL_FACTOR } from '../math/walls.ts'
import { tickers } from '../prices/cross.ts'
import { SPOT } from '../prices/price-carry.ts'
import { USDT_RATE_VENUES } from '../prices/usdt.ts'
import type { Subject } from '../subject.ts'
import { concludeOrderbook } from './conclude-orderbook.ts'
import { OrderbookAnswer } from './orderbook-answer.ts'
import { ORDERBOOK } from './orderbook-carry.ts'
import { orderbookExample } from './orderbook-example.ts'
import { ORDERBOOK_SALE } from './orderbook-sale.ts'
import { BOOK_PARTS, MIDDLE_FLOOR_BPS, MOST_OFF_SPOT } from './venue-books.ts'

const SUBJECTS: readonly Subject[] = ['BTC', 'ETH'].map((coin) =>
  coinInDollars(coin, { base: coin.toLowerCase(), quote: 'usd' }),
)

const boards: readonly AnyBoard[] = [...DEPTH_BOARDS.values(), ...tickers(USDT_RATE_VENUES)]

export const orderbook = defineFeed({
  ...ORDERBOOK,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Order books of five spot exchanges together: spread, depth, imbalance, cost of large trades, loss of depth',
  noun: 'order book',
  subjects: SUBJECTS,
  answer: OrderbookAnswer,
  exampleOf: orderbookExample,
  methodology: {
    venues: BOOK_PARTS.venues,
    currencies:
      'books in dollars as they are, books in USDT times our rate of USDT; without that rate they do not count',
    depth: `price times size of the levels within ${DEPTH_BANDS.join(', ')} basis points of the venue's own middle, summed over the venues; a venue counts at most ${WALL_FACTOR} times the median of the venues and is then named in capped`,
    truncated:
      'a book that is sent in part is known up to its last level; beyond that the depth is a lower bound, and the venue is named for each distance that it does not reach',
    sweep:
      'the books of all venues are walked until exactly the amount is spent or received; the first 20 levels of a side by themselves, then by basis points, the last one in part; no fees',
    imbalance:
      '(bid - ask) / (bid + ask); this and the ratio of depths of the venues that are seen that far on both sides',
    left_out: `a venue with a bid at or above its ask, or with a middle more than ${MOST_OFF_SPOT * 100} % from our spot price, or |middle - median| > max(3.5 * 1.4826 * MAD, ${MIDDLE_FLOOR_BPS} basis points) among four venues or more`,
    collapse: `depth within 25 basis points over the median of its minutes in the last 24 hours: COLLAPSE below ${COLLAPSE_BELOW}, THINNING below ${THINNING_BELOW}; only minutes in which all venues of now were seen; null below ${LEAST_MINUTES} of them`,
    refresh: `every ${SLOW_SECONDS} s; every ${FAST_SECONDS} s, whole books every ${FAST_WHOLE_SECONDS} s, from a stress index above ${FAST_ABOVE} until it is below ${SLOW_BELOW}`,
    quorum: BOOK_PARTS.quorum,
    confidence: BOOK_PARTS.confidenceRule,
  },

  everySeconds: FAST_SECONDS,
  boards: () => boards,
  after: (subject) => [actorId(SPOT, subject)],
  conclude: concludeOrderbook,

  sale: ORDERBOOK_SALE,
})
