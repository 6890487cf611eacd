import { rounded, roundedOrNull } from '../../canonical/measure.ts'
import { DEPTH_BANDS, depthRatio, imbalance, middleOf, spreadBps } from '../math/order-book.ts'
import { median } from '../math/robust.ts'
import { withoutWalls } from '../math/walls.ts'
import { TETHER } from '../prices/votes-answer.ts'
import { BOOK_PLACES, type BookRow, type Composite, type DepthAnswer } from './orderbook-answer.ts'

/**
 * One book of all venues, from the rows that the body shows (methods 5.5). Publisher and verifier run the same code on
 * the same rounded values.
 */

type Band = (typeof DEPTH_BANDS)[number]
export type BookSide = 'bid' | 'ask'
const BOOK_SIDES = ['bid', 'ask'] as const satisfies readonly BookSide[]

const depthKey = <S extends BookSide, B extends Band>(side: S, band: B) => `${side}_${band}bps` as const

/** Dollars per unit of the currency of a row; NaN if the rate of USDT is not known. */
const inDollarsOf = ({ currency }: Pick<BookRow, 'currency'>, usdt: number | null): number =>
  currency === TETHER ? (usdt ?? Number.NaN) : 1

const bestOf = ({ bid, ask }: Pick<BookRow, 'bid' | 'ask'>) => ({ bid: Number(bid), ask: Number(ask) })

/** The spread that a row states. */
export const rowSpread = (row: Pick<BookRow, 'bid' | 'ask'>): number => rounded(spreadBps(bestOf(row)), BOOK_PLACES.bps)

/** The middle of a row in dollars. */
export const rowMiddle = (row: Pick<BookRow, 'bid' | 'ask' | 'currency'>, usdt: number | null): number =>
  middleOf(bestOf(row)) * inDollarsOf(row, usdt)

/** Depth at all distances, made by one function. */
export const depthOf = (depth: (side: BookSide, band: Band) => number): DepthAnswer => ({
  bid_5bps: depth('bid', 5),
  ask_5bps: depth('ask', 5),
  bid_10bps: depth('bid', 10),
  ask_10bps: depth('ask', 10),
  bid_25bps: depth('bid', 25),
  ask_25bps: depth('ask', 25),
  bid_50bps: depth('bid', 50),
  ask_50bps: depth('ask', 50),
  bid_100bps: depth('bid', 100),
  ask_100bps: depth('ask', 100),
})

/** What of each venue's depth enters the sum. */
const entering = (rows: readonly BookRow[], side: BookSide, band: Band): readonly number[] =>
  withoutWalls(rows.map(({ depth_usd: depth }) => depth[depthKey(side, band)]))

/** The share of each venue's side that counts: 1, or less for a wall. */
export const countedShares = (rows: readonly BookRow[], side: BookSide): readonly number[] => {
  const shares = DEPTH_BANDS.map((band) =>
    entering(rows, side, band).map((amount, at) => {
      const shown = rows[at]!.depth_usd[depthKey(side, band)]
      return shown === 0 ? 1 : amount / shown
    }),
  )
  return rows.map((_, at) => Math.min(...shares.map((each) => each[at]!)))
}

const isSeen = ({ reach_bps: reach }: BookRow, band: number): boolean =>
  BOOK_SIDES.every((side) => reach[side] === null || reach[side] >= band)

/** The venues that cannot be seen this far. */
export const truncatedAt = (rows: readonly BookRow[], band: number): string[] =>
  rows.filter((row) => !isSeen(row, band)).map(({ exchange }) => exchange)

const totalDepth = (rows: readonly BookRow[], side: BookSide, band: Band): number =>
  Math.round(entering(rows, side, band).reduce((sum, each) => sum + each, 0))

/**
 * Both sides of the venues that are seen this far on both: a side that ends early would look like an imbalance
 * (decision 0049).
 */
const seenSides = (rows: readonly BookRow[], band: Band): readonly [bid: number, ask: number] => {
  const seen = rows.filter((row) => isSeen(row, band))
  return [totalDepth(seen, 'bid', band), totalDepth(seen, 'ask', band)]
}

/** Of the depth within ten basis points, unrounded. */
export const nearImbalance = (rows: readonly BookRow[]): number | null => imbalance(...seenSides(rows, 10))

const topImbalance = (rows: readonly BookRow[]): number | null => {
  const coins = (side: BookSide): number =>
    withoutWalls(rows.map((row) => Number(row[`${side}_size`]))).reduce((sum, each) => sum + each, 0)
  return imbalance(coins('bid'), coins('ask'))
}

/**
 * @param rows by name
 * @param usdt dollars per USDT
 */
export const compositeOf = (rows: readonly BookRow[], usdt: number | null): Composite => {
  const shares = BOOK_SIDES.map((side) => countedShares(rows, side))
  return {
    mid: rounded(median(rows.map((row) => rowMiddle(row, usdt))), BOOK_PLACES.mid),
    spread_bps: rounded(median(rows.map(({ spread_bps: spread }) => spread)), BOOK_PLACES.bps),
    depth_usd: depthOf((side, band) => totalDepth(rows, side, band)),
    truncated: {
      '5bps': truncatedAt(rows, 5),
      '10bps': truncatedAt(rows, 10),
      '25bps': truncatedAt(rows, 25),
      '50bps': truncatedAt(rows, 50),
      '100bps': truncatedAt(rows, 100),
    },
    capped: rows.filter((_, at) => shares.some((each) => each[at]! < 1)).map(({ exchange }) => exchange),
    imbalance_top: roundedOrNull(topImbalance(rows), BOOK_PLACES.imbalance),
    imbalance_10bps: roundedOrNull(nearImbalance(rows), BOOK_PLACES.imbalance),
    depth_ratio: roundedOrNull(depthRatio(...seenSides(rows, 25)), BOOK_PLACES.ratio),
  }
}
