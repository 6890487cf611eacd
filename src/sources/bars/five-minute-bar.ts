import { MINUTE_MS } from '../../time-units.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import { decimal, type Piece, positive } from '../shape.ts'

/** How long one bar is. */
export const BAR_MS = 5 * MINUTE_MS

/** Five minutes of trading at one exchange. */
export interface FiveMinuteBar {
  /** Unix milliseconds. */
  readonly start: number
  readonly high: DecimalText
  readonly low: DecimalText
  readonly close: DecimalText
  /** In the base currency. */
  readonly volume: DecimalText
  /** In the quote currency. */
  readonly turnover: DecimalText
}

/** One exchange with bars of five minutes. */
export interface BarVenue {
  readonly source: Source
  /** The currency of its prices: a coin in dollars or in USDT. */
  readonly quote: 'USD' | 'USDT'
  /** A day and an hour or more, oldest first. The last may be the running bar, since this reader has no clock. */
  bars(coin: string): Query<readonly FiveMinuteBar[]>
}

/** How many bars are requested from a venue that accepts a number: 25 hours, none more than any of them gives. */
export const BARS_ASKED = 300

/** The values of a bar in a row. */
interface Columns {
  readonly high: Piece
  readonly low: Piece
  readonly close: Piece
  readonly volume: Piece
}

/**
 * One bar. It is refused if it does not start at a whole five minutes or if its prices contradict one another: a misread
 * column could give a plausible price.
 *
 * @param turnover of a venue that tells its mean price instead, this is made of that
 */
export const fiveMinuteBar = (start: number, columns: Columns, turnover: DecimalText): FiveMinuteBar => {
  const { high, low, close, volume } = columns
  if (start % BAR_MS !== 0)
    throw new UnreadableReply(`${high.path} belongs to a bar that starts at ${start}, not at a whole five minutes`)
  const bar = {
    start,
    high: positive(high),
    low: positive(low),
    close: positive(close),
    volume: decimal(volume),
    turnover,
  }
  const [least, last, most] = [Number(bar.low), Number(bar.close), Number(bar.high)]
  if (least > last || last > most) throw new UnreadableReply(`${close.path} is not between low and high: ${bar.close}`)
  if (bar.volume.startsWith('-')) throw new UnreadableReply(`${volume.path} is below zero: ${bar.volume}`)
  return bar
}

/** Bars in order. One that comes twice is refused, because it is not known which is right. */
export const barsInOrder = (bars: readonly FiveMinuteBar[]): readonly FiveMinuteBar[] => {
  const found = bars.toSorted((a, b) => a.start - b.start)
  const twice = found.find(({ start }, at) => start === found[at - 1]?.start)
  if (twice) throw new UnreadableReply(`the bar of ${twice.start} comes twice`)
  return found
}
