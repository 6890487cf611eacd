import type { BookState } from '../streams/book-streams.ts'
import { type BoardQuote, FROZEN_MS, type TickerState } from './board-quote.ts'

/** Wider than this the sides of a crypto book do not name a price, and only its last trade could. Fraction of the mid. */
const WIDE = 0.005

/** A stamp that lies further ahead is of a clock that no age can be told by: nothing of it votes. */
export const STAMP_AHEAD_MS = 5_000

/** Whether a quote could be a vote: otherwise what was polled, with its last trade, is the better one. */
const namesPrice = ({ bid, ask, last, bookAt, receivedAt }: BoardQuote): boolean => {
  // Stamped ahead of its time it would be newer than all that is polled, for as long as the stamp likes.
  if (bookAt !== null && bookAt - receivedAt > STAMP_AHEAD_MS) return false
  if (last !== null) return true
  const [low, high] = [Number(bid ?? Number.NaN), Number(ask ?? Number.NaN)]
  return low <= high && (high - low) / ((low + high) / 2) <= WIDE
}

/** What was heard of each pair that counts. A channel that lives without any change for ten minutes says nothing. */
const heardIn = (pushed: BookState): readonly (readonly [string, BoardQuote])[] =>
  Object.entries(pushed.quotes).filter(
    ([, quote]) => namesPrice(quote) && quote.receivedAt - pushed.changedAt <= FROZEN_MS,
  )

/** Since when a quote is true: by the venue's own stamp of the book, or since it came. */
const trueAt = ({ bookAt, receivedAt }: BoardQuote): number => bookAt ?? receivedAt

/** Pairs of which the socket has told since `since` (Unix milliseconds): nobody needs to ask for them. */
export const toldBy = (pushed: unknown, since: number): ReadonlySet<string> =>
  new Set(pushed ? heardIn(pushed as BookState).flatMap(([pair, quote]) => (trueAt(quote) >= since ? [pair] : [])) : [])

/**
 * Of each pair whichever book is the later one, over the socket or in a reply. A market that the venue has halted changes no more: its
 * book stands, whatever the channel's heartbeats say of it.
 *
 * @param symbolOf what the venue's list calls our pairs
 */
export const pushedOver = (
  symbolOf: Readonly<Record<string, string>>,
  polled: TickerState,
  gathered: unknown,
  listed: ReadonlySet<string> | null,
): TickerState => {
  const pushed = gathered as BookState
  const isListed = (pair: string): boolean => !listed?.size || listed.has(symbolOf[pair] ?? '')
  const isNewer = (pair: string, quote: BoardQuote): boolean => {
    const known = polled.quotes[pair]
    return !known || trueAt(quote) >= trueAt(known)
  }
  const newer = heardIn(pushed).filter(([pair, quote]) => isListed(pair) && isNewer(pair, quote))
  return newer.length === 0
    ? polled
    : {
        quotes: { ...polled.quotes, ...Object.fromEntries(newer) },
        changedAt: Math.max(polled.changedAt, pushed.changedAt),
      }
}
