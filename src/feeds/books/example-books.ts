import type { DepthVenue } from '../../sources/depth/depth.ts'
import { laddersOf } from '../../sources/depth/ladder.ts'
import { reduced } from '../../sources/depth/reduce.ts'
import { DEPTH_VENUES } from '../../sources/depth/venues.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { COLLAPSE_BPS, type DepthBoardState, type KeptBook } from '../boards/depth-boards.ts'
import { moneyWithin } from '../boards/reduced-depth.ts'
import { exampleDollars } from '../prices/price-example.ts'

/** Books of an example, made up: a level every half basis point, each a little larger than the one before. */

const LEVELS = 260
const STEP_BPS = 0.5
/** Money at the best level, and how much each level behind it adds. */
const BEST_MONEY = 40_000
const MORE_MONEY = 2_500
const PAST_MINUTES = 60

const sideOf = (mid: number, sign: 1 | -1, size: number) =>
  Array.from({ length: LEVELS }, (_, at) => {
    const price = mid * (1 + (sign * (at + 0.2) * STEP_BPS) / 1e4)
    return [price.toFixed(2), (((BEST_MONEY + at * MORE_MONEY) * size) / price).toFixed(6)]
  })

const keptBook = (pair: string, { sendsWhole }: DepthVenue, size: number, at: number): KeptBook => {
  const [base = '', quote = ''] = pair.split('/')
  const mid = exampleDollars(base) / exampleDollars(quote)
  const sent = JSON.stringify({ bids: sideOf(mid, -1, size), asks: sideOf(mid, 1, 0.9 * size) })
  const book = { ...reduced(laddersOf(sent), { sendsWhole }), at }
  const depth = Math.round(moneyWithin(book.bids, COLLAPSE_BPS) + moneyWithin(book.asks, COLLAPSE_BPS))
  const running = Math.floor(at / MINUTE_MS)
  const minutes = Array.from({ length: PAST_MINUTES }, (_, ago) => [running - PAST_MINUTES + ago, depth] as const)
  return { book, saidAt: at, askedAt: at, minutes }
}

/** The states of all boards of books, by venue. */
export const exampleBooks = (at: number): ReadonlyMap<string, DepthBoardState> =>
  new Map(
    DEPTH_VENUES.map((venue, place) => [
      venue.source.name,
      {
        isFast: false,
        books: Object.fromEntries(
          Object.keys(venue.symbols).map((pair) => [pair, keptBook(pair, venue, 1 + place / 2, at)]),
        ),
      },
    ]),
  )
