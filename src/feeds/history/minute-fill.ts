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
 * The past of a price from before we published it, out of candles of exchanges: what a first start fills in, backwards
 * from now. Gaps that open later stay gaps.
 */

/** Fewer exchanges than this are no price of a minute. */
export const MINUTE_QUORUM = 2
/** Two exchanges that lie further apart than this cannot both be right, and nobody says who is. */
const MOST_APART = 0.005
/** One window per poll: so many whole hours, and no more minutes than every venue tells at once. */
const WINDOW_HOURS = 5
/** The slowest venue answers thirty questions a minute, and its tickers and trades take twenty of them. */
const FILL_SECONDS = 20

/** How far the past has been filled in. Times are Unix seconds. */
export interface FillState {
  /** Everything from here on is there: the minute of the first price that we published, then whole hours. */
  readonly next: number
  /** How often the window before it was asked for in vain. */
  readonly tries: number
  /** The hour of the first price, which is whole once it is over; `null` when its candle has been made of its minutes. */
  readonly firstHour: number | null
}

/** A window that so few minutes are told of is asked for again, so often; then it is taken for what it is. */
const LEAST_TOLD = 0.5
const MOST_TRIES = 5

/** Whether so many minutes are all that a window can be expected to have. */
export const isTold = ({ from, to }: Window, minutes: number, { tries }: FillState): boolean =>
  minutes * 60 >= LEAST_TOLD * (to - from) || tries + 1 >= MOST_TRIES

/** A stretch of the past, Unix seconds, `to` excluded. */
export interface Window {
  readonly from: number
  readonly to: number
}

/** One price whose past is filled in: an actor of its own. */
export interface HistoryFill extends Kept<FillState | null> {
  /** `fill/price/spot/BTC-USD` */
  readonly id: string
  /** The actor whose candles they are. */
  readonly series: string
  readonly days: number
  readonly decimals: number
  readonly everySeconds: number
  /** The venues that trade the pair, with what they call it. */
  readonly venues: readonly { readonly venue: MinuteVenue; readonly symbol: string }[]
}

export const fillOf = (series: string, { name }: Subject, days: number, decimals: number): HistoryFill => ({
  id: `fill/${series}`,
  empty: null,
  series,
  days,
  decimals,
  everySeconds: FILL_SECONDS,
  venues: MINUTE_VENUES.flatMap((venue) => {
    const symbol = venue.symbols[name]
    return symbol === undefined ? [] : [{ venue, symbol }]
  }),
})

export const hourBefore = (second: number): number => Math.floor(second / HOUR_SECONDS) * HOUR_SECONDS

/** The stretch that is filled in next; `null` when all that is sold is there. */
export const fillWindow = ({ days }: Pick<HistoryFill, 'days'>, { next }: FillState, nowTs: number): Window | null => {
  const oldest = hourBefore(nowTs - days * 24 * HOUR_SECONDS)
  const whole = hourBefore(next)
  // The first window ends within an hour, and is no longer than the others.
  const from = whole === next ? next - WINDOW_HOURS * HOUR_SECONDS : whole - (WINDOW_HOURS - 1) * HOUR_SECONDS
  return next <= oldest ? null : { from: Math.max(oldest, from), to: next }
}

/** The questions of one window, to be asked of each venue. */
export const minutesAsked = ({ venues }: HistoryFill, { from, to }: Window) =>
  venues.map(({ venue, symbol }) => venue.minutes(symbol, from * 1_000, to * 1_000 - MINUTE_MS))

const SIDES = ['open', 'high', 'low', 'close'] as const

/** Two that differ leave nobody to judge; three are judged by their median. */
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
 * One bar per minute that enough venues traded in: value by value the median, which keeps the high above the low; what
 * was traded is the sum.
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
