import { fixed } from '../../canonical/decimal.ts'
import { MINUTE_VENUES } from '../../sources/minutes/minute-venues.ts'
import { type MinuteBar, type MinuteVenue } from '../../sources/minutes/minute-bar.ts'
import { HOUR_SECONDS, MINUTE_MS } from '../../time-units.ts'
import type { Kept } from '../board.ts'
import { majorityOf } from '../math/agreement.ts'
import { type CandleBar, tradedTogether } from '../math/candles.ts'
import { median } from '../math/robust.ts'
import type { Subject } from '../subject.ts'

/**
 * Fills in prices from before our first published one, from candles of exchanges. It runs backwards from the first
 * start. Gaps that open later are never filled.
 */

/** With fewer exchanges than this, a minute has no price. */
export const MINUTE_QUORUM = 2
/** If two exchanges differ by more than this, at least one is wrong, and it is not known which. */
const MOST_APART = 0.005
/** Each poll fills one window of this many whole hours, which holds no more minutes than every venue sends at once. */
const WINDOW_HOURS = 5
/** The slowest venue allows thirty requests a minute, and its tickers and trades use twenty of them. */
const FILL_SECONDS = 20

/** How far the past is filled in. Times are Unix seconds. */
export interface FillState {
  /**
   * The past is filled in from this time on. At first it is the minute of our first published price, later a whole
   * hour.
   */
  readonly next: number
  /** How many requests for the next window were without success. */
  readonly tries: number
  /** The hour of our first price, complete when that hour is over; `null` once its candle is made from its minutes. */
  readonly firstHour: number | null
}

/**
 * A window with fewer than this share of its minutes is requested again, up to this many times. Then it is accepted.
 */
const LEAST_FILLED = 0.5
const MOST_TRIES = 5

/** Whether a window is done: it has enough minutes, or it was requested often enough. */
export const isTold = ({ from, to }: Window, minutes: number, { tries }: FillState): boolean =>
  minutes * 60 >= LEAST_FILLED * (to - from) || tries + 1 >= MOST_TRIES

/** A range of time in the past, Unix seconds, `to` excluded. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** One price whose past is filled in by an actor of its own. */
export interface HistoryFill extends Kept<FillState | null> {
  /** `fill/price/spot/BTC-USD` */
  readonly id: string
  /** The actor that the candles belong to. */
  readonly series: string
  readonly days: number
  readonly decimals: number
  /** How many points the chart of its past day keeps; 0: it has none. */
  readonly points: number
  readonly everySeconds: number
  /** The venues that trade the pair, with their symbols for it. */
  readonly venues: readonly { readonly venue: MinuteVenue; readonly symbol: string }[]
}

export const fillOf = (
  series: string,
  { name }: Subject,
  { days, decimals, points }: Pick<HistoryFill, 'days' | 'decimals' | 'points'>,
): HistoryFill => ({
  id: `fill/${series}`,
  empty: null,
  series,
  days,
  decimals,
  points,
  everySeconds: FILL_SECONDS,
  venues: MINUTE_VENUES.flatMap((venue) => {
    const symbol = venue.symbols[name]
    return symbol === undefined ? [] : [{ venue, symbol }]
  }),
})

export const hourBefore = (second: number): number => Math.floor(second / HOUR_SECONDS) * HOUR_SECONDS

/** The window to fill next; `null` if everything that is sold is there. */
export const fillWindow = ({ days }: Pick<HistoryFill, 'days'>, { next }: FillState, nowTs: number): Window | null => {
  const oldest = hourBefore(nowTs - days * 24 * HOUR_SECONDS)
  const whole = hourBefore(next)
  // The first window ends within an hour and is not longer than the others.
  const from = whole === next ? next - WINDOW_HOURS * HOUR_SECONDS : whole - (WINDOW_HOURS - 1) * HOUR_SECONDS
  return next <= oldest ? null : { from: Math.max(oldest, from), to: next }
}

/** The questions for one window, one for each venue. */
export const minutesAsked = ({ venues }: HistoryFill, { from, to }: Window) =>
  venues.map(({ venue, symbol }) => venue.minutes(symbol, from * 1_000, to * 1_000 - MINUTE_MS))

const SIDES = ['open', 'high', 'low', 'close'] as const

/** If two exchanges differ too much, no third one can decide. With three or more the median decides. */
const contradict = (bars: readonly MinuteBar[]): boolean =>
  bars.length < 3 &&
  SIDES.some((side) => {
    const values = bars.map((bar) => Number(bar[side]))
    return Math.max(...values) - Math.min(...values) > MOST_APART * Math.max(...values)
  })

const agreed = (bars: readonly MinuteBar[], decimals: number): CandleBar | null => {
  if (contradict(bars)) return null
  const middle = (side: (typeof SIDES)[number]): string => fixed(median(bars.map((bar) => Number(bar[side]))), decimals)
  return {
    t: bars[0]!.start / 1_000,
    o: middle('open'),
    h: middle('high'),
    l: middle('low'),
    c: middle('close'),
    n: 0,
    filled: 1,
    v: tradedTogether(
      bars.map(({ volume }) => volume),
      majorityOf(bars.length),
    ),
  }
}

/**
 * One bar for each minute in which enough venues traded. Each price is the median over the venues, which keeps the high
 * above the low. The volume is the sum.
 *
 * @param replies the bars of each venue
 */
export const filledMinutes = (replies: readonly (readonly MinuteBar[])[], decimals: number): readonly CandleBar[] => {
  const traded = replies.flat().filter(({ volume }) => Number(volume) > 0)
  return [...Map.groupBy(traded, ({ start }) => start).values()]
    .flatMap((bars) => (bars.length < MINUTE_QUORUM ? [] : [agreed(bars, decimals)]))
    .filter((bar) => bar !== null)
    .toSorted((a, b) => a.t - b.t)
}
