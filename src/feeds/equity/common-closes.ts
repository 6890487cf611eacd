import type { Boards } from '../board.ts'
import { MINUTE_QUORUM } from '../history/minute-fill.ts'
import { median } from '../math/robust.ts'
import { movedTogether, type Together } from '../math/pearson.ts'
import { CLOSES_BOARDS } from './closes-boards.ts'
import { closeOf } from './early-closes.ts'
import { completeDays } from './market-series.ts'
import { firstHeard, type MarketMeasure, type ReadSeries } from './market-tellers.ts'

/** Bitcoin and equities at the same moments. */

/** Closes of a window, and the least returns between them. */
export const COMMON = { closes: 31, leastReturns: 25 } as const

/** Venues further apart than this contradict each other. */
export const CLOSES_APART = 0.005

/** Dollars per bitcoin at each close that enough venues agree about: the median of those near it. */
export const bitcoinCloses = (boards: Boards): ReadonlyMap<string, number> => {
  const told = CLOSES_BOARDS.map((board) => boards.read(board)?.prices ?? {})
  const dates = new Set(told.flatMap((prices) => Object.keys(prices)))
  return new Map(
    [...dates].flatMap((date): readonly (readonly [string, number])[] => {
      const prices = told.flatMap((each) => (each[date] === undefined ? [] : [Number(each[date])]))
      const middle = median(prices)
      const near = prices.filter((price) => Math.abs(price / middle - 1) <= CLOSES_APART)
      return near.length < MINUTE_QUORUM ? [] : [[date, median(near)]]
    }),
  )
}

/** How bitcoin and the S&P 500 moved over the last common closes; `null` with too few of them. */
const togetherOver = (
  bitcoin: ReadonlyMap<string, number>,
  read: ReadSeries,
  now: number,
): (Together & { readonly at: number }) | null => {
  const common = completeDays(read('SPX'), now)
    .filter(({ date }) => bitcoin.has(date))
    .slice(-COMMON.closes)
  const last = common.at(-1)
  if (last === undefined || common.length - 1 < COMMON.leastReturns) return null
  const found = movedTogether(
    common.map(({ date }) => bitcoin.get(date)!),
    common.map(({ close }) => Number(close)),
  )
  return found && { ...found, at: closeOf(last.date) }
}

/** One number of them. */
export const togetherMeasure =
  (bitcoin: ReadonlyMap<string, number>, of: keyof Together): MarketMeasure =>
  (read, now) => {
    const found = togetherOver(bitcoin, read, now)
    return found && { value: found[of], at: found.at }
  }

/** How many returns lie behind the numbers of the teller that counts; `null` if none does. */
export const returnsBehind = (boards: Boards, bitcoin: ReadonlyMap<string, number>, now: number): number | null =>
  firstHeard(boards, now, togetherMeasure(bitcoin, 'returns'))
