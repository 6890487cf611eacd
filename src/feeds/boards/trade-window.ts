import type { Trade } from '../../sources/market.ts'
import { UnreadableReply } from '../../sources/query.ts'

/**
 * Pages of trades, put together into a stretch in which none is missing. It reaches from the first to the last trade that
 * was really seen: neither what a page was asked for, nor that there was a page, makes it longer.
 */
export interface TradeWindow {
  /** Oldest first, each once. */
  readonly trades: readonly Trade[]
  /** From here on (Unix milliseconds) no trade is missing, up to the last one; `null` before the first page. */
  readonly coveredFrom: number | null
  /** The last page had newer trades and not the last known one: the next one is asked for all that the venue tells. */
  readonly isTorn: boolean
}

export const EMPTY_WINDOW: TradeWindow = { trades: [], coveredFrom: null, isTorn: false }

/** A trade that lies further ahead is of a clock that we cannot measure a window with. */
const AHEAD_MS = 5_000

/** No market of ours trades so often in ten minutes. Everybody who reads a window pays for its length. */
export const MOST_KEPT = 50_000
/** A word for a trade that is longer is no number of it. */
const LONGEST_ID = 64

/** Forgets what is older, and the oldest of what is too much: no stretch reaches back over what was forgotten so. */
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

/** How a page was asked for. */
interface Asked {
  readonly receivedAt: number
  /** Whether it holds all that the venue tells, instead of what came after the last known trade. */
  readonly isWhole: boolean
}

/**
 * A page that repeats the last known trade joins what is known. One that does not, and has newer trades, leaves a hole:
 * the stretch is kept as it is, and when not even a whole page reaches back to it, it begins anew with that page. A page
 * without anything new changes nothing, whoever says it how often.
 *
 * @param page in any order
 */
export const joined = (before: TradeWindow, page: readonly Trade[], { receivedAt, isWhole }: Asked): TradeWindow => {
  const early = page.find(({ at }) => at - receivedAt > AHEAD_MS)
  if (early) throw new UnreadableReply(`trade ${early.id} lies ${early.at - receivedAt} ms ahead`)
  const wordy = page.find(({ id }) => id.length > LONGEST_ID)
  if (wordy) throw new UnreadableReply(`a trade is called ${wordy.id.slice(0, LONGEST_ID)}…`)
  if (page.length === 0) return before
  const last = before.trades.at(-1)
  const told = onceEach(page)
  if (last && told.some(({ id }) => id === last.id)) {
    const known = new Set(before.trades.map(({ id }) => id))
    const fresh = told.filter(({ id }) => !known.has(id))
    const trades = [...before.trades, ...fresh].toSorted(byTime)
    return { trades, coveredFrom: Math.min(before.coveredFrom ?? last.at, trades[0]!.at), isTorn: false }
  }
  if (last && !isWhole) return told.some(({ at }) => at > last.at) ? { ...before, isTorn: true } : before
  const trades = told.toSorted(byTime)
  return { trades, coveredFrom: trades[0]!.at, isTorn: false }
}
