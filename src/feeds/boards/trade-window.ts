import type { Trade } from '../../sources/market.ts'
import { UnreadableReply } from '../../sources/query.ts'

/**
 * Joins pages of trades into one range of time in which no trade is missing. The range reaches from the first to the
 * last trade that was received. The bounds of a request and an empty page do not extend it.
 */
export interface TradeWindow {
  /** Oldest first, each once. */
  readonly trades: readonly Trade[]
  /** No trade is missing from here (Unix milliseconds) to the last trade; `null` before the first page. */
  readonly coveredFrom: number | null
  /**
   * The last page had newer trades but not the last known one. The next request asks for everything that the venue has.
   */
  readonly isTorn: boolean
}

export const EMPTY_WINDOW: TradeWindow = { trades: [], coveredFrom: null, isTorn: false }

/** If a trade's time is further ahead than this, the venue's clock is wrong and cannot be used to measure a window. */
const AHEAD_MS = 5_000

/** More than any of our markets trades in ten minutes. Every reader of a window pays for its length. */
export const MOST_KEPT = 50_000
/** A trade id that is longer than this is not a real id. */
const LONGEST_ID = 64

/**
 * Drops trades before `oldest`, and the oldest ones above the limit. After the limit has dropped trades, the covered
 * range starts later.
 */
export const keptSince = (window: TradeWindow, oldest: number): TradeWindow => {
  const young = window.trades.filter(({ at }) => at >= oldest)
  const trades = young.slice(-MOST_KEPT)
  if (trades.length < young.length) return { ...window, trades, coveredFrom: trades[0]!.at + 1 }
  return { ...window, trades, coveredFrom: trades.length > 0 ? window.coveredFrom : null }
}

const byTime = (a: Trade, b: Trade): number => a.at - b.at

const onceEach = (page: readonly Trade[]): readonly Trade[] => [
  ...new Map(page.toReversed().map((trade) => [trade.id, trade])).values(),
]

/** How a page was requested. */
interface PageRequest {
  readonly receivedAt: number
  /** Whether the request was for everything that the venue has, instead of the trades after the last known one. */
  readonly isWhole: boolean
}

/**
 * A page that contains the last known trade is joined to the known trades. A page with newer trades and without that
 * one leaves a gap: the window is kept as it is, and the next request is for everything. If even such a whole page does
 * not reach back to the known trades, the window starts again with that page. A page without new trades changes
 * nothing.
 *
 * @param page in any order
 */
export const joined = (
  before: TradeWindow,
  page: readonly Trade[],
  { receivedAt, isWhole }: PageRequest,
): TradeWindow => {
  const early = page.find(({ at }) => at - receivedAt > AHEAD_MS)
  if (early) throw new UnreadableReply(`trade ${early.id} is ${early.at - receivedAt} ms ahead of our clock`)
  const overlong = page.find(({ id }) => id.length > LONGEST_ID)
  if (overlong) throw new UnreadableReply(`a trade id is too long: ${overlong.id.slice(0, LONGEST_ID)}…`)
  if (page.length === 0) return before
  const last = before.trades.at(-1)
  const distinct = onceEach(page)
  if (last && distinct.some(({ id }) => id === last.id)) {
    const known = new Set(before.trades.map(({ id }) => id))
    const fresh = distinct.filter(({ id }) => !known.has(id))
    const trades = [...before.trades, ...fresh].toSorted(byTime)
    return { trades, coveredFrom: Math.min(before.coveredFrom ?? last.at, trades[0]!.at), isTorn: false }
  }
  if (last && !isWhole) return distinct.some(({ at }) => at > last.at) ? { ...before, isTorn: true } : before
  const trades = distinct.toSorted(byTime)
  return { trades, coveredFrom: trades[0]!.at, isTorn: false }
}
