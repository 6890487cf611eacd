import { MINUTE_MS } from '../../time-units.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, positive } from '../shape.ts'

/** One minute of trading at one exchange. */
export interface MinuteBar {
  /** The start of the minute, Unix milliseconds. */
  readonly start: number
  readonly open: DecimalText
  readonly high: DecimalText
  readonly low: DecimalText
  readonly close: DecimalText
  /** In the base currency. Some venues report a minute without trades with volume zero, others leave it out. */
  readonly volume: DecimalText
}

/** One exchange with one-minute bars for its whole history. */
export interface MinuteVenue {
  readonly source: Source
  /** The venue's symbols by our pair name: the exchange's own list. */
  readonly symbols: Readonly<Record<string, string>>
  /** The most bars of one request. */
  readonly most: number
  /**
   * The bars that begin within `[from, to]`, Unix milliseconds, oldest first. The last bar may still be running,
   * because this reader has no clock; the caller drops bars that had not ended at the time of the request.
   *
   * @throws RangeError for a range without a whole minute, or with more than `most`
   */
  minutes(symbol: string, from: number, to: number): Query<readonly MinuteBar[]>
}

/** The minutes of a request: the start of the first and of the last one. */
export interface Stretch {
  readonly first: number
  readonly last: number
  readonly count: number
}

/**
 * The whole minutes within `[from, to]`. More than a venue sends at once is refused here: venues cut a longer range in
 * different ways (the oldest, the newest, everything), and the missing part would look like minutes without trades.
 */
export const stretchOf = (from: number, to: number, most: number): Stretch => {
  const first = Math.ceil(from / MINUTE_MS) * MINUTE_MS
  const last = Math.floor(to / MINUTE_MS) * MINUTE_MS
  const count = (last - first) / MINUTE_MS + 1
  if (!(count >= 1 && count <= most)) throw new RangeError(`${count} minutes asked for, not 1 to ${most}`)
  return { first, last, count }
}

/** The values of a bar in a row. */
export interface Columns {
  readonly open: Piece
  readonly high: Piece
  readonly low: Piece
  readonly close: Piece
  readonly volume: Piece
}

/**
 * One bar. It is refused if it does not start at a whole minute or if its prices contradict one another. Each venue has
 * another order of columns, and a misread column could give a plausible price.
 */
export const minuteBar = (start: number, columns: Columns): MinuteBar => {
  const { open, high, low, close, volume } = columns
  if (start % MINUTE_MS !== 0)
    throw new UnreadableReply(`${open.path} belongs to a bar that starts at ${start}, not at a whole minute`)
  const bar = {
    start,
    open: positive(open),
    high: positive(high),
    low: positive(low),
    close: positive(close),
    volume: decimal(volume),
  }
  if (Number(bar.low) > Number(bar.high)) throw new UnreadableReply(`${low.path} is above the high: ${bar.low}`)
  for (const name of ['open', 'close'] as const) {
    const price = Number(bar[name])
    if (price < Number(bar.low)) throw new UnreadableReply(`${columns[name].path} is below the low: ${bar[name]}`)
    if (price > Number(bar.high)) throw new UnreadableReply(`${columns[name].path} is above the high: ${bar[name]}`)
  }
  if (bar.volume.startsWith('-')) throw new UnreadableReply(`${volume.path} is below zero: ${bar.volume}`)
  return bar
}

/**
 * A page as `minutes` promises it. Venues add bars from before the range, and not all send the oldest first. A minute
 * that comes twice is refused, because it is not known which one is right.
 */
export const within = (bars: readonly MinuteBar[], { first, last }: Stretch): readonly MinuteBar[] => {
  const found = bars
    .filter(({ start }) => start >= first && start <= last)
    .toSorted((left, right) => left.start - right.start)
  const twice = found.find(({ start }, at) => start === found[at - 1]?.start)
  if (twice) throw new UnreadableReply(`the minute of ${twice.start} comes twice`)
  return found
}
