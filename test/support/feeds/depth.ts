import { DEPTH_BOARDS, type DepthMinute, depthPairOf } from '../../../src/feeds/boards/depth-boards.ts'
import type { DepthBoardState, KeptBook } from '../../../src/feeds/boards/depth-boards.ts'
import { SPOT } from '../../../src/feeds/prices/price-carry.ts'
import { laddersOf } from '../../../src/sources/depth/ladder.ts'
import { type ReducedBook, reduced } from '../../../src/sources/depth/reduce.ts'
import { both, OPEN, type States, tickers } from './market.ts'

/** Order books in memory, as boards that a conclusion reads. */

/** A price and the coins there. */
export type TestLevel = readonly [price: number, coins: number]

/** One venue of a test: the rest of its book follows from this. */
export interface TestBook {
  readonly bids?: readonly TestLevel[]
  readonly asks?: readonly TestLevel[]
  /** The venue sends only a part of its book: these levels. */
  readonly isPart?: boolean
  readonly ageMs?: number
  readonly minutes?: readonly DepthMinute[]
}

/** The middle of all books that are not told otherwise, in dollars: one basis point is one dollar. */
export const MID = 10_000

/** One coin at each basis point up to 130. */
const EVEN = Array.from({ length: 130 }, (_, at) => at + 0.5)
export const evenBids = (coins = 1): readonly TestLevel[] => EVEN.map((bps) => [MID - bps, coins])
export const evenAsks = (coins = 1): readonly TestLevel[] => EVEN.map((bps) => [MID + bps, coins])

const rows = (levels: readonly TestLevel[]) => levels.map((level) => level.map(String))

export const bookOf = ({ bids = evenBids(), asks = evenAsks(), isPart = false }: TestBook): ReducedBook => ({
  ...reduced(laddersOf(JSON.stringify({ bids: rows(bids), asks: rows(asks) })), { sendsWhole: !isPart }),
  at: null,
})

export const keptBook = (venue: TestBook, now: number): KeptBook => {
  const at = now - (venue.ageMs ?? 1_000)
  return { book: bookOf(venue), saidAt: at, askedAt: at, minutes: venue.minutes ?? [] }
}

/** The minutes before this one, all of one depth. */
export const pastMinutes = (count: number, depth: number, now = OPEN): readonly DepthMinute[] => {
  const running = Math.floor(now / 60_000)
  return Array.from({ length: count }, (_, ago) => [running - count + ago, depth])
}

/** The boards of books of bitcoin, and the venues of the USDT rate at one dollar. */
export const depthStates = (venues: Readonly<Record<string, TestBook>>, now = OPEN, isFast = false): States =>
  both(
    tickers(
      Object.fromEntries(['coinbase', 'kraken', 'bitstamp', 'okx', 'gemini'].map((name) => [name, { 'USDT/USD': 1 }])),
      now,
    ),
    new Map(
      Object.entries(venues).map(([name, venue]) => {
        const pair = depthPairOf('BTC').get(name)!
        const state: DepthBoardState = { isFast, books: { [pair]: keptBook(venue, now) } }
        return [DEPTH_BOARDS.get(name)!.id, state]
      }),
    ),
  )

/** The last snapshot of our price of bitcoin. */
export const spotAt = (value: number, now = OPEN) => ({
  [`${SPOT.id}/BTC-USD`]: {
    timestamp: Math.floor(now / 1_000),
    content: {},
    carry: { value, observedAt: now, sources: ['kraken'], confidence: 1 },
  },
})
