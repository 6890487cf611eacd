import type { Bar } from '../../sources/market.ts'
import type { TradeState } from '../boards/trade-boards.ts'
import type { WeighedVote } from '../math/vwap-agreement.ts'
import { type Fill, venueVwap } from '../math/vwap.ts'

/** Five minutes, half open: `[t - 300 s, t)`. */
export const WINDOW_MS = 300_000
/** A venue that shows less of the window than this does not vote. */
export const MIN_COVERAGE = 0.8

/** What one venue traded inside the window. */
export interface VenueWindow extends WeighedVote {
  /** How much of the window is known, 0 to 1. */
  readonly coverage: number
}

const MINUTE = 60_000

/** The closed bars of the five whole minutes before this one. */
const barsBefore = (bars: readonly Bar[], now: number): readonly Bar[] => {
  const minute = Math.floor(now / MINUTE) * MINUTE
  return bars.filter((bar) => bar.start >= minute - WINDOW_MS && bar.start < minute)
}

/** The trades of the window, or closed one-minute bars while the trades do not reach back far enough. */
export const windowOf = (
  state: TradeState,
  now: number,
): { readonly fills: readonly Fill[]; readonly coverage: number } => {
  const from = now - WINDOW_MS
  const known =
    state.coveredFrom === null ? 0 : Math.max(0, Math.min(now, state.askedAt) - Math.max(from, state.coveredFrom))
  const coverage = known / WINDOW_MS
  const trades = state.trades.filter((trade) => trade.at >= from && trade.at < now)
  if (coverage < MIN_COVERAGE && state.bars.length > 0) {
    const bars = barsBefore(state.bars, now)
    const fills = bars.flatMap((bar) => {
      const size = Number(bar.volume)
      return size > 0 ? [{ price: Number(bar.turnover) / size, size }] : []
    })
    return { fills, coverage: Math.min(1, (bars.length * MINUTE) / WINDOW_MS) }
  }
  return { fills: trades.map((trade) => ({ price: Number(trade.price), size: Number(trade.size) })), coverage }
}

/** What one venue says, in dollars; `null` when nothing was traded there. */
export const venueWindow = (source: string, fills: readonly Fill[], coverage: number, rate = 1): VenueWindow | null => {
  const found = venueVwap(fills)
  return found && { source, coverage, price: found.price * rate, volume: found.volume }
}
