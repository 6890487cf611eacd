import type { Bar, Paging, Trade, TradesSince, Venue } from '../../sources/market.ts'
import { VENUES } from '../../sources/exchanges/venues.ts'
import { ask, type Ask, type Board } from '../board.ts'

/** A venue's recent executions of one pair. */
export interface TradeState {
  /** Oldest first, none older than the window. */
  readonly trades: readonly Trade[]
  /** From here on (Unix milliseconds) no trade is missing; `null` before the first answer. */
  readonly coveredFrom: number | null
  /** When the venue last answered. */
  readonly askedAt: number
  /** Closed one-minute bars, kept while the trades do not yet reach back far enough. */
  readonly bars: readonly Bar[]
}

const TRADE_SECONDS = 15
/** Twice the five minutes of a VWAP, so that a late tick still finds its window whole. */
const KEPT_MS = 600_000
/** What a VWAP needs to be covered by trades before bars are no longer asked for. */
const WINDOW_MS = 300_000

/** The pairs whose executions are gathered, by venue. */
export const tradedPairs = (venue: Venue): readonly string[] =>
  venue.trades ? ['BTC/USD', 'ETH/USD', 'BTC/USDT', 'ETH/USDT'].filter((pair) => pair in venue.symbols) : []

const tradeBoard = (venue: Venue, pair: string): Board<TradeState> => {
  const symbol = venue.symbols[pair]!
  return {
    id: `trades/${venue.source.name}/${pair.replace('/', '-')}`,
    source: venue.source,
    everySeconds: TRADE_SECONDS,
    empty: { trades: [], coveredFrom: null, askedAt: 0, bars: [] },
    asks: ({ now, state }) => {
      const last = state.trades.at(-1)
      // After a pause a venue that pages from `since` on would first send what lies before the window, page by page,
      // while the window itself looked whole.
      const goesOn = last && (venue.paging !== 'since' || last.at >= now - WINDOW_MS)
      const since = goesOn ? { id: last.id, at: last.at } : { id: null, at: now - WINDOW_MS }
      const asks: Ask<TradeState>[] = [
        ask(venue.trades!(symbol, since), (page, receivedAt, before: TradeState) =>
          join(before, page, since, receivedAt, venue.paging ?? 'newest'),
        ),
      ]
      const cold = state.coveredFrom === null || state.coveredFrom > now - WINDOW_MS
      if (cold && venue.bars)
        asks.push(ask(venue.bars(symbol), (bars, _receivedAt, before: TradeState) => ({ ...before, bars })))
      return asks
    },
    settle: (state, _previous, now) => {
      const oldest = now - KEPT_MS
      const covered = state.coveredFrom !== null && state.coveredFrom <= now - WINDOW_MS
      return {
        ...state,
        trades: state.trades.filter((trade) => trade.at >= oldest),
        bars: covered ? [] : state.bars.filter((bar) => bar.start >= oldest),
      }
    },
  }
}

/**
 * Puts a page behind what is known. A page of the newest trades that does not reach back to the last known one leaves
 * a hole: coverage then starts anew with the oldest trade of the page, and what lies before the hole is dropped. A
 * page that starts at `since` by the venue's own promise cannot leave one.
 */
const join = (
  before: TradeState,
  page: readonly Trade[],
  since: TradesSince,
  receivedAt: number,
  paging: Paging,
): TradeState => {
  const known = new Set(before.trades.map((trade) => trade.id))
  const first = page[0]
  if (!first) return { ...before, askedAt: receivedAt, coveredFrom: before.coveredFrom ?? since.at }
  const whole = paging === 'since' || page.some((trade) => known.has(trade.id))
  if (before.coveredFrom !== null && whole) {
    const fresh = page.filter((trade) => !known.has(trade.id))
    return { ...before, trades: [...before.trades, ...fresh].toSorted(byTime), askedAt: receivedAt }
  }
  const coveredFrom = paging === 'since' ? since.at : first.at
  return { ...before, trades: page.toSorted(byTime), coveredFrom, askedAt: receivedAt }
}

const byTime = (a: Trade, b: Trade): number => a.at - b.at

/** One board per venue and pair: `venue|pair`. */
export const TRADE_BOARDS: ReadonlyMap<string, Board<TradeState>> = new Map(
  VENUES.flatMap((venue) =>
    tradedPairs(venue).map((pair) => [`${venue.source.name}|${pair}`, tradeBoard(venue, pair)] as const),
  ),
)
