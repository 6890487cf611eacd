import type { DecimalText } from '../market.ts'
import { UnreadableReply } from '../query.ts'
import type { Ladders, SentLevel } from './ladder.ts'

/**
 * An order book in small: the best levels as they were sent, and behind them one sum for each basis point of distance
 * from the middle (methods 5.5).
 */

/** How many levels of a side are kept as text. */
export const TOP_LEVELS = 20
/** How far from the middle levels are counted, basis points. Nothing beyond is read. */
export const REACH_BPS = 120

/**
 * How many levels of a side are read at most, so that no reply holds up the process. A book of more levels within the
 * reach is known up to the last of these.
 */
export const MOST_LEVELS = 20_000

export interface ReducedSide {
  /** Price and size of the best levels, best first. The very best is there however far it is from the middle. */
  readonly top: readonly (readonly [price: DecimalText, size: DecimalText])[]
  /** Coins in each basis point: the first sum is of levels up to one basis point from the middle. */
  readonly coins: readonly number[]
  /** The same in the currency of the book: price times size. */
  readonly money: readonly number[]
  /**
   * How far the book can be seen, in basis points from the middle, at most 120; `null` if the whole book was sent and
   * ends before that.
   */
  readonly reachBps: number | null
}

export interface ReducedBook {
  readonly bids: ReducedSide
  readonly asks: ReducedSide
  /** The time of the book by the venue, Unix milliseconds; `null` if the reply has none. */
  readonly at: number | null
}

export type SideName = 'bids' | 'asks'

/** The price that is so many basis points behind the middle. */
export const priceAt = (side: SideName, mid: number, bps: number): number =>
  side === 'bids' ? mid * (1 - bps / 1e4) : mid * (1 + bps / 1e4)

interface Level extends SentLevel {
  readonly priceValue: number
  readonly sizeValue: number
}

/** The levels in their order, without removals (size zero). Throws `Unreadable` at what is no order of prices. */
function* standing(side: SideName, sent: Iterable<SentLevel>): Generator<Level> {
  let before: number | null = null
  for (const level of sent) {
    const priceValue = Number(level.price)
    const sizeValue = Number(level.size)
    if (!(priceValue > 0)) throw new UnreadableReply(`${side} have a price that is not above zero: ${level.price}`)
    if (!(sizeValue >= 0)) throw new UnreadableReply(`${side} have a negative size: ${level.size}`)
    if (before !== null && (side === 'bids' ? priceValue >= before : priceValue <= before))
      throw new UnreadableReply(`${side} are out of order at ${level.price}`)
    before = priceValue
    if (sizeValue > 0) yield { ...level, priceValue, sizeValue }
  }
}

/** What a reader may do with every level that is read: for times that stand in the rows. */
type Seen = (level: SentLevel) => void

const reduceSide = (
  side: SideName,
  levels: Generator<Level>,
  first: Level,
  { mid, sendsWhole, seen }: { readonly mid: number; readonly sendsWhole: boolean; readonly seen: Seen | undefined },
): ReducedSide => {
  const top: (readonly [DecimalText, DecimalText])[] = [[first.price, first.size]]
  const coins = Array.from({ length: REACH_BPS }, () => 0)
  const money = Array.from({ length: REACH_BPS }, () => 0)
  const isWithin = (price: number, bps: number): boolean =>
    side === 'bids' ? price >= priceAt(side, mid, bps) : price <= priceAt(side, mid, bps)
  let bps = 1
  let last = first
  let read = 0
  let next: IteratorResult<Level> = { value: first, done: false }
  for (; !next.done && read < MOST_LEVELS; next = levels.next()) {
    last = next.value
    read++
    while (bps <= REACH_BPS && !isWithin(last.priceValue, bps)) bps++
    if (bps > REACH_BPS) break
    if (last !== first && top.length < TOP_LEVELS) top.push([last.price, last.size])
    coins[bps - 1]! += last.sizeValue
    money[bps - 1]! += last.priceValue * last.sizeValue
    seen?.(last)
  }
  const distance = Math.abs(last.priceValue / mid - 1) * 1e4
  const isWhole = sendsWhole && next.done === true
  return { top, coins, money, reachBps: isWhole ? null : Math.min(REACH_BPS, distance) }
}

/**
 * Reduces a book while its levels are read.
 *
 * @param sendsWhole whether the venue sends all levels: if not, the last one is how far the book can be seen
 * @param seen is called with each level that is counted
 * @throws UnreadableReply for a side without levels, negative sizes, and levels that are not in order
 */
export const reduced = (
  { bids, asks }: Pick<Ladders, SideName>,
  { sendsWhole, seen }: { readonly sendsWhole: boolean; readonly seen?: Seen },
): Omit<ReducedBook, 'at'> => {
  const read = (side: SideName) => {
    const ladder = side === 'bids' ? bids : asks
    if (!ladder) throw new UnreadableReply(`${side} is missing`)
    const levels = standing(side, ladder.levels())
    const first = levels.next()
    if (first.done) throw new UnreadableReply(`${side} is empty`)
    return { levels, first: first.value }
  }
  const [bid, ask] = [read('bids'), read('asks')]
  const rules = { mid: (bid.first.priceValue + ask.first.priceValue) / 2, sendsWhole, seen }
  return {
    bids: reduceSide('bids', bid.levels, bid.first, rules),
    asks: reduceSide('asks', ask.levels, ask.first, rules),
  }
}
