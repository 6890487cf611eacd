import type { ReducedBook } from '../../sources/depth/reduce.ts'
import type { TickContext } from '../feed.ts'
import { DEPTH_BOARDS, type DepthMinute, depthPairOf, SLOW_SECONDS } from '../boards/depth-boards.ts'
import { middleOf } from '../math/order-book.ts'
import { median, survivors } from '../math/robust.ts'
import { CLOCK_SLACK_MS } from '../prices/quotes.ts'
import { TETHER } from '../prices/votes-answer.ts'
import { venueParts } from '../venue-parts.ts'

/** One venue's usable book of a coin. */
export interface VenueBook {
  readonly exchange: string
  /** What the book is quoted in. */
  readonly currency: string
  readonly book: ReducedBook
  /** Dollars per unit of the currency. */
  readonly rate: number
  /** The time of the book, Unix milliseconds. */
  readonly at: number
  readonly minutes: readonly DepthMinute[]
  readonly isFast: boolean
}

/** A book is fresh for as long as it is renewed under stress, and missing when the next slow one should be there. */
export const BOOK_LIFETIME = { freshSeconds: 5, expireSeconds: SLOW_SECONDS }

/** The parts of an answer about its venues. Fewer than three venues are not a market. */
export const BOOK_PARTS = venueParts({ venues: [...DEPTH_BOARDS.keys()], lifetime: BOOK_LIFETIME, quorum: 3 })

/** A venue whose middle is further than this from our spot price shows another coin, unit or time. */
export const MOST_OFF_SPOT = 0.01

/**
 * Beyond this distance from the median of the venues, basis points, a middle may be an outlier. The cost of a trade is
 * made of all books together: one venue that is cheaper than it says would make it.
 */
export const MIDDLE_FLOOR_BPS = 25

/** What books are judged by. */
export interface BookRules {
  /** Dollars per coin. */
  readonly spot: number
  /** Dollars per USDT; `null` if it is not known, and then books in USDT do not count. */
  readonly usdt: number | null
}

/** Best bid and ask; `null` for a book that is crossed in itself. */
const bestPrices = ({ bids, asks }: ReducedBook): { readonly bid: number; readonly ask: number } | null => {
  const [bid, ask] = [Number(bids.top[0]?.[0]), Number(asks.top[0]?.[0])]
  return bid < ask ? { bid, ask } : null
}

interface WithMiddle extends VenueBook {
  /** Dollars per coin. */
  readonly middle: number
}

/** The books whose middle passes the outlier test against the others. */
const agreeing = (books: readonly WithMiddle[]): readonly WithMiddle[] => {
  const middles = books.map(({ middle }) => middle)
  if (middles.length === 0) return books
  const accepted = new Set(survivors(middles, median(middles) * (MIDDLE_FLOOR_BPS / 1e4)))
  return books.filter(({ middle }) => accepted.has(middle))
}

/** The fresh books of a coin that are plausible, by name. */
export const venueBooks = (
  { boards, now }: Pick<TickContext, 'boards' | 'now'>,
  coin: string,
  { spot, usdt }: BookRules,
): readonly VenueBook[] =>
  agreeing(
    [...depthPairOf(coin)].flatMap(([exchange, pair]): readonly WithMiddle[] => {
      const state = boards.read(DEPTH_BOARDS.get(exchange)!)
      const kept = state?.books[pair]
      if (!state || !kept) return []
      const at = kept.book.at ?? kept.saidAt
      if (now - at > BOOK_LIFETIME.expireSeconds * 1000 || at - now > CLOCK_SLACK_MS) return []
      const best = bestPrices(kept.book)
      const currency = pair.slice(coin.length + 1)
      const rate = currency === TETHER ? usdt : 1
      if (!best || rate === null) return []
      const middle = middleOf(best) * rate
      if (!(Math.abs(middle / spot - 1) <= MOST_OFF_SPOT)) return []
      return [{ exchange, currency, book: kept.book, rate, at, minutes: kept.minutes, isFast: state.isFast, middle }]
    }),
  ).toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1))
