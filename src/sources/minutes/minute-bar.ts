import { MINUTE_MS } from '../../time-units.ts'
import type { DecimalText } from '../market.ts'
import { type Query, type Source, UnreadableReply } from '../query.ts'
import type { Piece } from '../shape.ts'
import { decimal, positive } from '../shape.ts'

/** One minute of trading at one exchange. */
export interface MinuteBar {
  /** A whole minute, Unix milliseconds. */
  readonly start: number
  readonly open: DecimalText
  readonly high: DecimalText
  readonly low: DecimalText
  readonly close: DecimalText
  /** In the base currency. Zero where a venue tells of a minute without trades; the others leave such a minute out. */
  readonly volume: DecimalText
}

/** One exchange that publishes bars of one minute for as long as it has existed. */
export interface MinuteVenue {
  readonly source: Source
  /** Our pair name to the venue's spelling: the exchange's own list. */
  readonly symbols: Readonly<Record<string, string>>
  /** How many bars one question may ask for. */
  readonly most: number
  /**
   * The bars that begin within `[from, to]`, Unix milliseconds, oldest first; a stretch of no minute or of more than
   * `most` is a `RangeError`. A bar that is still running is handed out like the others: only the caller has a clock,
   * and drops what had not ended when it asked.
   */
  minutes(symbol: string, from: number, to: number): Query<readonly MinuteBar[]>
}

/** The minutes that are asked for: where the first and the last of them begin. */
export interface Stretch {
  readonly first: number
  readonly last: number
  readonly count: number
}

/**
 * The whole minutes within `[from, to]`. More than a venue tells at once is refused here: each venue cuts elsewhere (the
 * oldest, the newest, everything), and what was cut would look like minutes without trades.
 */
export const stretchOf = (from: number, to: number, most: number): Stretch => {
  const first = Math.ceil(from / MINUTE_MS) * MINUTE_MS
  const last = Math.floor(to / MINUTE_MS) * MINUTE_MS
  const count = (last - first) / MINUTE_MS + 1
  if (!(count >= 1 && count <= most)) throw new RangeError(`${count} minutes asked for, not 1 to ${most}`)
  return { first, last, count }
}

/** Where in a row the numbers of a bar stand. */
export interface Columns {
  readonly open: Piece
  readonly high: Piece
  readonly low: Piece
  readonly close: Piece
  readonly volume: Piece
}

/**
 * One bar, refused when it does not start at a whole minute, when its low lies above its high or when it opens or closes
 * outside of the two: the columns stand in another order at each venue, and a misread one would be a price that looks
 * right.
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
 * A page as `minutes` promises it: venues add bars from before the stretch, and not all of them begin with the oldest. A
 * minute that is told twice is refused: nobody could say which telling is true.
 */
export const within = (bars: readonly MinuteBar[], { first, last }: Stretch): readonly MinuteBar[] => {
  const found = bars
    .filter(({ start }) => start >= first && start <= last)
    .toSorted((left, right) => left.start - right.start)
  const twice = found.find(({ start }, at) => start === found[at - 1]?.start)
  if (twice) throw new UnreadableReply(`the minute of ${twice.start} is told twice`)
  return found
}
