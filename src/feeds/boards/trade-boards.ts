import type { VolumeBar, TradesSince, Venue } from '../../sources/market.ts'
import { VENUES } from '../../sources/exchanges/venues.ts'
import { boardQuestion, type Ask, type Board } from '../board.ts'
import { EMPTY_WINDOW, joined, keptSince, type TradeWindow } from './trade-window.ts'

/** A venue's recent trades of one pair. */
export interface TradeState extends TradeWindow {
  /** Closed one-minute bars, kept until the trades reach back far enough. */
  readonly bars: readonly VolumeBar[]
}

const TRADE_SECONDS = 15
/** Twice the five minutes of a VWAP, so that a late tick still finds its whole window. */
const KEPT_MS = 600_000
/** Once trades cover this much, bars are no longer requested. */
const WINDOW_MS = 300_000

/** How many trades to expect: the rate of the last minute times a factor for bursts, and at least this many. */
const PACE_MS = 60_000
const BURST = 4
const FEWEST = 20

/** The pairs whose trades are gathered at a venue. */
export const tradedPairs = (venue: Venue): readonly string[] =>
  venue.trades ? ['BTC/USD', 'ETH/USD', 'BTC/USDT', 'ETH/USDT'].filter((pair) => pair in venue.symbols) : []

/**
 * Starts at the last known trade. Starts at the beginning of the window if no trade is known, or if a page did not
 * reach back to the known ones.
 */
const sinceOf = ({ trades, isTorn }: TradeState, now: number): TradesSince => {
  const last = trades.at(-1)
  if (!last || isTorn || last.at < now - WINDOW_MS) return { id: null, at: now - WINDOW_MS }
  const ageMs = Math.max(0, now - last.at)
  const paced = trades.filter(({ at }) => at > last.at - PACE_MS).length
  return { id: last.id, at: last.at, near: { ageMs, trades: FEWEST + Math.ceil((BURST * paced * ageMs) / PACE_MS) } }
}

const isCold = ({ coveredFrom }: TradeWindow, now: number): boolean =>
  coveredFrom === null || coveredFrom > now - WINDOW_MS

const tradeBoard = (venue: Venue, pair: string): Board<TradeState> => {
  const symbol = venue.symbols[pair]!
  return {
    id: `trades/${venue.source.name}/${pair.replace('/', '-')}`,
    source: venue.source,
    everySeconds: TRADE_SECONDS,
    empty: { ...EMPTY_WINDOW, bars: [] },
    asks: ({ now, state }) => {
      const since = sinceOf(state, now)
      const asks: Ask<TradeState>[] = [
        boardQuestion(venue.trades!(symbol, since), (page, receivedAt, before: TradeState) => ({
          ...before,
          ...joined(before, page, { receivedAt, isWhole: since.id === null }),
        })),
      ]
      if (isCold(state, now) && venue.bars)
        asks.push(boardQuestion(venue.bars(symbol), (bars, _receivedAt, before: TradeState) => ({ ...before, bars })))
      return asks
    },
    settle: (state, _previous, now) => {
      const oldest = now - KEPT_MS
      const window = keptSince(state, oldest)
      return { ...window, bars: isCold(window, now) ? state.bars.filter(({ start }) => start >= oldest) : [] }
    },
  }
}

/** One board per venue and pair: `venue|pair`. */
export const TRADE_BOARDS: ReadonlyMap<string, Board<TradeState>> = new Map(
  VENUES.flatMap((venue) =>
    tradedPairs(venue).map((pair) => [`${venue.source.name}|${pair}`, tradeBoard(venue, pair)] as const),
  ),
)
