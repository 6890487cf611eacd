import type { BookState } from '../streams/book-streams.ts'
import { type BoardQuote, FROZEN_MS, type TickerState } from './board-quote.ts'

/**
 * Above this spread, bid and ask of a crypto book do not give a price; only the last trade could. Fraction of the mid.
 */
const WIDE = 0.005

/**
 * If a venue's stamp is further ahead than this, its clock is wrong and no age can be computed: the quote does not
 * vote.
 */
export const STAMP_AHEAD_MS = 5_000

/** Whether a quote can vote. If not, the polled quote is better, because it has a last trade. */
const namesPrice = ({ bid, ask, last, bookAt, receivedAt }: BoardQuote): boolean => {
  // A stamp from the future would make this quote newer than every polled one until that time has come.
  if (bookAt !== null && bookAt - receivedAt > STAMP_AHEAD_MS) return false
  if (last !== null) return true
  const [low, high] = [Number(bid ?? Number.NaN), Number(ask ?? Number.NaN)]
  return low <= high && (high - low) / ((low + high) / 2) <= WIDE
}

/** The gathered quotes that count. A channel that stays open without any change for ten minutes counts for nothing. */
const usableIn = (pushed: BookState): readonly (readonly [string, BoardQuote])[] =>
  Object.entries(pushed.quotes).filter(
    ([, quote]) => namesPrice(quote) && quote.receivedAt - pushed.changedAt <= FROZEN_MS,
  )

/** Since when a quote is true: the venue's own stamp of the book, or else the time of arrival. */
const trueAt = ({ bookAt, receivedAt }: BoardQuote): number => bookAt ?? receivedAt

/** Pairs that the socket has updated since `since` (Unix milliseconds): they need no request. */
export const toldBy = (pushed: unknown, since: number): ReadonlySet<string> =>
  new Set(
    pushed ? usableIn(pushed as BookState).flatMap(([pair, quote]) => (trueAt(quote) >= since ? [pair] : [])) : [],
  )

/**
 * For each pair the later of two books: the socket's or the polled one. When a venue has halted a market, its book
 * stays unchanged, and heartbeats of the channel do not make it newer.
 *
 * @param symbolOf the venue's symbols, by our pair name
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
  const newer = usableIn(pushed).filter(([pair, quote]) => isListed(pair) && isNewer(pair, quote))
  return newer.length === 0
    ? polled
    : {
        quotes: { ...polled.quotes, ...Object.fromEntries(newer) },
        changedAt: Math.max(polled.changedAt, pushed.changedAt),
      }
}
