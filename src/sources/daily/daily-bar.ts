import { DAY_MS } from '../../time-units.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { positive } from '../shape.ts'

/** The range of one UTC day. */
export interface DailyBar {
  /** 00:00 UTC, Unix milliseconds. */
  readonly start: number
  readonly high: DecimalText
  readonly low: DecimalText
}

/** One exchange whose daily bars begin at midnight UTC. */
export interface DailyVenue {
  readonly source: Source
  /** A month and some days, oldest first. The last may be the running day. */
  days(coin: string): Query<readonly DailyBar[]>
}

/**
 * How many bars are requested from a venue that accepts a number: thirty complete days, the running one, and a few
 * more.
 */
export const DAYS_ASKED = 35

/**
 * One bar. It is refused if it does not start at midnight UTC: a venue's day may begin at another hour. It is also
 * refused if its low is above its high, which means a misread column. Either would give a wrong volatility that looks
 * plausible.
 */
export const dailyBar = (start: number, high: Piece, low: Piece): DailyBar => {
  if (start % DAY_MS !== 0)
    throw new UnreadableReply(`${high.path} belongs to a day that starts at ${start}, not at 00:00 UTC`)
  const bar = { start, high: positive(high), low: positive(low) }
  if (Number(bar.low) > Number(bar.high)) throw new UnreadableReply(`${low.path} is above the high: ${bar.low}`)
  return bar
}
