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

/** One exchange that publishes daily bars cut at midnight UTC. */
export interface DailyVenue {
  readonly source: Source
  /** A month and some days, oldest first; the running day may be the last of them. */
  days(coin: string): Query<readonly DailyBar[]>
}

/** How many bars are asked for where a venue takes a number: thirty complete days, the running one, and a few. */
export const DAYS_ASKED = 35

/**
 * One bar, refused when it does not start at midnight UTC (a venue's own day may begin elsewhere) or when its low lies
 * above its high (a misread column): a range from either would be a wrong volatility that looks right.
 */
export const dailyBar = (start: number, high: Piece, low: Piece): DailyBar => {
  if (start % DAY_MS !== 0)
    throw new UnreadableReply(`${high.path} belongs to a day that starts at ${start}, not at 00:00 UTC`)
  const bar = { start, high: positive(high), low: positive(low) }
  if (Number(bar.low) > Number(bar.high)) throw new UnreadableReply(`${low.path} is above the high: ${bar.low}`)
  return bar
}
