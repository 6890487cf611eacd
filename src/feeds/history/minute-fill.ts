import { fixed } from '../../canonical/decimal.ts'
import { MINUTE_VENUES } from '../../sources/minutes/minute-venues.ts'
import { MINUTE_MS, type MinuteBar, type MinuteVenue } from '../../sources/minutes/minute-bar.ts'
import type { Kept } from '../board.ts'
import { type Bar, sumOf } from '../math/candles.ts'
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
/** The slowest venue answers thirty questions a minute, and its tickers are asked for too. */
const FILL_SECONDS = 10

const HOUR = 3_600

/** How far the past has been filled in: everything from `next` on, Unix seconds of a whole hour. */
export interface FillState {
  readonly next: number
}

/** One price whose past is filled in: an actor of its own. */
export interface Fill extends Kept<FillState | null> {
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

export const fillOf = (series: string, { name }: Subject, days: number, decimals: number): Fill => ({
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

export const hourBefore = (second: number): number => Math.floor(second / HOUR) * HOUR

/** The stretch that is filled in next, Unix seconds, `to` excluded; `null` when all that is sold is there. */
export const windowOf = (
  { days }: Pick<Fill, 'days'>,
  { next }: FillState,
  nowTs: number,
): { readonly from: number; readonly to: number } | null => {
  const oldest = hourBefore(nowTs - days * 24 * HOUR)
  return next <= oldest ? null : { from: Math.max(oldest, next - WINDOW_HOURS * HOUR), to: next }
}

/** The questions of one window, to be asked of each venue. */
export const minutesAsked = ({ venues }: Fill, { from, to }: { readonly from: number; readonly to: number }) =>
  venues.map(({ venue, symbol }) => venue.minutes(symbol, from * 1_000, to * 1_000 - MINUTE_MS))

const agreed = (bars: readonly MinuteBar[], decimals: number): Bar | null => {
  const middle = (of: (bar: MinuteBar) => string): number => median(bars.map((bar) => Number(of(bar))))
  const close = middle((bar) => bar.close)
  const closes = bars.map((bar) => Number(bar.close))
  // Three are judged by their median; two that differ leave nobody to judge.
  if (bars.length < 3 && Math.max(...closes) - Math.min(...closes) > MOST_APART * close) return null
  const text = (of: (bar: MinuteBar) => string): string => fixed(middle(of), decimals)
  return {
    t: bars[0]!.start / 1_000,
    o: text((bar) => bar.open),
    h: text((bar) => bar.high),
    l: text((bar) => bar.low),
    c: text((bar) => bar.close),
    n: 0,
    filled: 1,
    v: sumOf(bars.map((bar) => bar.volume)),
  }
}

/**
 * One bar per minute that enough venues traded in: value by value the median, which keeps the high above the low; what
 * was traded is the sum.
 *
 * @param replies the bars of each venue
 */
export const filledMinutes = (replies: readonly (readonly MinuteBar[])[], decimals: number): readonly Bar[] => {
  const traded = replies.flat().filter(({ volume }) => Number(volume) > 0)
  return [...Map.groupBy(traded, ({ start }) => start).values()]
    .flatMap((bars) => (bars.length < MINUTE_QUORUM ? [] : [agreed(bars, decimals)]))
    .filter((bar) => bar !== null)
    .toSorted((a, b) => a.t - b.t)
}
