import type { DepthVenue } from '../../sources/depth/depth.ts'
import type { ReducedBook } from '../../sources/depth/reduce.ts'
import { DEPTH_VENUES } from '../../sources/depth/venues.ts'
import { DAY_MS, MINUTE_MS } from '../../time-units.ts'
import { boardQuestion, type Board, type PollContext } from '../board.ts'
import { type Steps, withRow } from '../math/stepped-rows.ts'
import { STRESS } from '../indices/stress-carry.ts'
import { moneyWithin, reachesTo } from './reduced-depth.ts'

/** Minutes since 1970, and the depth of both sides within 25 basis points in the currency of the book. */
export type DepthMinute = readonly [minute: number, depth: number]

/** The last book of one pair at one venue, and what its depth was in the minutes before. */
export interface KeptBook {
  readonly book: ReducedBook
  /** When exactly this book was first received, Unix milliseconds. A book that is repeated keeps its age. */
  readonly saidAt: number
  /** When the board last asked for it successfully. */
  readonly askedAt: number
  /** Oldest first, at most a day. A minute in which the book could not be seen 25 basis points far has no row. */
  readonly minutes: readonly DepthMinute[]
}

/** The books of one venue. */
export interface DepthBoardState {
  /** By our pair name. */
  readonly books: Readonly<Record<string, KeptBook>>
  /** Whether the board asks as often as under stress. */
  readonly isFast: boolean
}

/** Stress above which books are asked for more often, and below which no longer: without a gap it would flap. */
export const FAST_ABOVE = 45
export const SLOW_BELOW = 43
/** A stress index older than this says nothing of now. */
const STRESS_EXPIRES_MS = 10 * MINUTE_MS

/** How old books may become, in seconds. */
export const SLOW_SECONDS = 60
export const FAST_SECONDS = 5
/** Whole books are megabytes: asking for them every five seconds would buy nothing. */
export const FAST_WHOLE_SECONDS = 15
/** So long before a book expires the next one is asked for, which leaves time for a second attempt. */
const AHEAD_SECONDS = 10
/** A tick that comes a little early counts as being on time. */
const EARLY_MS = (FAST_SECONDS * 1000) / 2

/** The distance at which depth is compared with the past, basis points. */
export const COLLAPSE_BPS = 25

/** Whether the last stress index asks for speed. */
const wantsSpeed = ({ now, state, earlier }: PollContext<DepthBoardState>): boolean => {
  const stress = earlier?.(STRESS, 'MARKET')
  if (!stress || now - stress.timestamp * 1000 > STRESS_EXPIRES_MS) return false
  const { value } = stress.carry
  return value > FAST_ABOVE || (state.isFast && value >= SLOW_BELOW)
}

const periodMs = ({ sendsWhole }: DepthVenue, isFast: boolean): number => {
  if (!isFast) return (SLOW_SECONDS - AHEAD_SECONDS) * 1000
  return (sendsWhole ? FAST_WHOLE_SECONDS : FAST_SECONDS) * 1000
}

const MINUTES: Steps<DepthMinute> = {
  stepMs: MINUTE_MS,
  keepMs: DAY_MS,
  startOf: ([minute]) => minute * MINUTE_MS,
}

const withMinute = (minutes: KeptBook['minutes'], book: ReducedBook, now: number): KeptBook['minutes'] => {
  if (!reachesTo(book, COLLAPSE_BPS)) return minutes
  const depth = moneyWithin(book.bids, COLLAPSE_BPS) + moneyWithin(book.asks, COLLAPSE_BPS)
  return withRow(minutes, [Math.floor(now / MINUTE_MS), Math.round(depth)], MINUTES, now)
}

const sides = ({ bids, asks }: ReducedBook): string => JSON.stringify([bids, asks])

/**
 * The state of a pair after a reply. A venue that repeats its book adds no minute, and the book keeps its age, whatever
 * new time the venue puts on it.
 */
const withBook = (before: KeptBook | undefined, book: ReducedBook, receivedAt: number, askedAt: number): KeptBook => {
  const isRepeated = before !== undefined && sides(before.book) === sides(book)
  if (isRepeated) return { ...before, askedAt }
  return { book, saidAt: receivedAt, askedAt, minutes: withMinute(before?.minutes ?? [], book, receivedAt) }
}

const depthBoard = (venue: DepthVenue): Board<DepthBoardState> => ({
  id: `depth/${venue.source.name}`,
  source: venue.source,
  everySeconds: FAST_SECONDS,
  empty: { books: {}, isFast: false },
  after: [`${STRESS.id}/MARKET`],
  rests: true,
  asks: (context) => {
    const { now, state } = context
    const isFast = wantsSpeed(context)
    const period = periodMs(venue, isFast)
    const isDue = (pair: string): boolean =>
      isFast !== state.isFast || now - (state.books[pair]?.askedAt ?? 0) >= period - EARLY_MS
    return Object.entries(venue.symbols)
      .filter(([pair]) => isDue(pair))
      .map(([pair, symbol]) =>
        boardQuestion(
          venue.book(symbol, isFast ? 'quick' : 'deep'),
          (book, receivedAt, { books }: DepthBoardState): DepthBoardState => ({
            isFast,
            books: { ...books, [pair]: withBook(books[pair], book, receivedAt, now) },
          }),
        ),
      )
  },
})

/** One board of order books per exchange, by venue name. */
export const DEPTH_BOARDS: ReadonlyMap<string, Board<DepthBoardState>> = new Map(
  DEPTH_VENUES.map((venue) => [venue.source.name, depthBoard(venue)]),
)

/** The currency of a venue's book of a coin in dollars, `BTCUSD`; `null` if it has none. */
export const depthCurrency = (venue: string, domain: string): string | null =>
  depthPairOf(domain.slice(0, -'USD'.length)).get(venue)?.split('/')[1] ?? null

/** The pair in which each venue trades a coin, for the venues that trade it. */
export const depthPairOf = (coin: string): ReadonlyMap<string, string> =>
  new Map(
    DEPTH_VENUES.flatMap(({ source, symbols }) => {
      const pair = Object.keys(symbols).find((name) => name.startsWith(`${coin}/`))
      return pair === undefined ? [] : [[source.name, pair] as const]
    }),
  )
