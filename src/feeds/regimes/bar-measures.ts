import { BAR_MS } from '../../sources/bars/five-minute-bar.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../time-units.ts'
import { BAR_BOARDS, type CoinBars } from '../boards/bar-boards.ts'
import type { Boards } from '../board.ts'
import { LIFETIMES } from '../lifetimes.ts'
import { parkinson } from '../math/parkinson.ts'
import { median } from '../math/robust.ts'
import { sum } from '../math/sums.ts'
import type { PerpCoin } from './perp-words.ts'

/** What five-minute bars tell of a coin (methods 6.1): closes of the past, how volatile it is, and a mean price. */

/** A longer gap between bars, or to the present, and a venue says nothing. */
export const MOST_GAP_MS = 10 * MINUTE_MS

/** Venues, at least. */
const LEAST_VENUES = 2

/** A number of several venues; `null` where too few tell it. */
export interface Measured {
  readonly value: number
  /** Unix milliseconds of the oldest bar's end. */
  readonly at: number
  /** Sorted by name. */
  readonly sources: readonly string[]
}

interface VenueBars {
  readonly name: string
  readonly quote: 'USD' | 'USDT'
  readonly coin: CoinBars
}

const venuesOf = (boards: Boards, coin: PerpCoin): readonly VenueBars[] =>
  BAR_BOARDS.flatMap(({ board, quote }) => {
    const found = boards.read(board)?.coins[coin]
    return found && found.bars.length > 0 ? [{ name: board.source.name, quote, coin: found }] : []
  })

const joined = (
  found: readonly { readonly name: string; readonly value: number; readonly at: number }[],
): Measured | null =>
  found.length < LEAST_VENUES
    ? null
    : {
        value: median(found.map(({ value }) => value)),
        at: Math.min(...found.map(({ at }) => at)),
        sources: found.map(({ name }) => name).toSorted(),
      }

/**
 * The price in dollars so long ago: the close of the last bar that had ended then, median over the venues.
 *
 * @param usdt dollars per USDT now; `null` leaves books in USDT out
 */
export const closeBefore = (
  boards: Boards,
  coin: PerpCoin,
  { now, spanMs, usdt }: { readonly now: number; readonly spanMs: number; readonly usdt: number | null },
): Measured | null =>
  joined(
    venuesOf(boards, coin).flatMap(({ name, quote, coin: { bars } }) => {
      const rate = quote === 'USD' ? 1 : usdt
      const bar = bars.findLast(([start]) => start + BAR_MS <= now - spanMs)
      if (!bar || rate === null) return []
      const [start, , , close] = bar
      const at = start + BAR_MS
      return now - spanMs - at > MOST_GAP_MS ? [] : [{ name, value: Number(close) * rate, at }]
    }),
  )

const withoutGap = (bars: CoinBars['bars'], from: number, until: number): boolean => {
  const ends = [from, ...bars.map(([start]) => start + BAR_MS), until]
  return ends.every((end, at) => at === 0 || end - ends[at - 1]! <= MOST_GAP_MS)
}

/** Bars of a day make ratios alone, so the length of the year cancels out. */
const BARS_PER_YEAR = (365 * DAY_MS) / BAR_MS

const rangeOver = (bars: CoinBars['bars'], spanMs: number, now: number): number | null => {
  const over = bars.filter(([start]) => start + BAR_MS > now - spanMs && start + BAR_MS <= now)
  if (!withoutGap(over, now - spanMs, now)) return null
  return parkinson(
    over.map(([, high, low]) => ({ high: Number(high), low: Number(low) })),
    BARS_PER_YEAR,
  )
}

/** Parkinson's volatility of the last hour over that of the last day, median over the venues. */
export const volatilityRatio = (boards: Boards, coin: PerpCoin, now: number): Measured | null =>
  joined(
    venuesOf(boards, coin).flatMap(({ name, coin: { bars } }) => {
      const [hour, day] = [rangeOver(bars, HOUR_MS, now), rangeOver(bars, DAY_MS, now)]
      if (hour === null || day === null || day === 0) return []
      return [{ name, value: hour / day, at: bars.at(-1)![0] + BAR_MS }]
    }),
  )

/** The last complete bar is told a price's life after it ended; a bar that is followed by none is a price of then. */
const MEAN_LIFE_MS = BAR_MS + LIFETIMES.coinPrice.expireSeconds * SECOND_MS

/** The volume-weighted price of the last complete bar, in dollars, over the venues that have one. */
export const lastMean = (
  boards: Boards,
  coin: PerpCoin,
  { now, usdt }: { readonly now: number; readonly usdt: number | null },
): Measured | null => {
  const found = venuesOf(boards, coin).flatMap(({ name, quote, coin: { newest } }) => {
    const rate = quote === 'USD' ? 1 : usdt
    if (!newest || rate === null) return []
    const at = newest.start + BAR_MS
    const [volume, turnover] = [Number(newest.volume), Number(newest.turnover) * rate]
    const isYoung = now - at <= MEAN_LIFE_MS
    return isYoung && volume > 0 ? [{ name, volume, turnover, at }] : []
  })
  if (found.length < LEAST_VENUES) return null
  return {
    value: sum(found.map(({ turnover }) => turnover)) / sum(found.map(({ volume }) => volume)),
    at: Math.min(...found.map(({ at }) => at)),
    sources: found.map(({ name }) => name).toSorted(),
  }
}
