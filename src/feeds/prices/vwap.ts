import type { Bar } from '../../sources/market.ts'
import type { TradeState } from '../boards/trade-boards.ts'
import type { Declined } from '../feed.ts'
import { mad, MAD_TO_SIGMA, median, outlierTest } from '../math/robust.ts'
import { cappedShares, type Fill, venueVwap } from '../math/vwap.ts'

/** Five minutes, half open: `[t - 300 s, t)`. */
export const WINDOW_MS = 300_000
/** A venue that shows less of the window than this does not vote. */
export const MIN_COVERAGE = 0.8
export const VWAP_FLOOR = 0.0025
export const VWAP_CAP = 0.4
export const VWAP_MAX_DIVERGENCE = 0.01

/** What one venue traded inside the window. */
export interface VenueWindow {
  readonly source: string
  /** In dollars: USDT prices are already converted. */
  readonly price: number
  readonly volume: number
  readonly group: 'usd' | 'usdt'
  /** How much of the window is known, 0 to 1. */
  readonly coverage: number
}

/** The published number and what it is made of. */
export interface Vwap {
  readonly kind: 'vwap'
  readonly price: number
  readonly venues: readonly (VenueWindow & { readonly weight: number })[]
  readonly medianOfVenues: number
  readonly scaledMad: number
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
export const venueWindow = (
  source: string,
  group: VenueWindow['group'],
  fills: readonly Fill[],
  coverage: number,
  rate = 1,
): VenueWindow | null => {
  const found = venueVwap(fills)
  return found && { source, group, coverage, price: found.price * rate, volume: found.volume }
}

/** Quorums with the USDT group and without it. */
export interface VwapRules {
  readonly quorum: number
  readonly quorumWithoutUsdt: number
}

/** Guards, weights and the weighted mean: outliers go before the guard. */
export const combineVwap = (windows: readonly VenueWindow[], rules: VwapRules, usdtUsable = true): Vwap | Declined => {
  const covered = windows.filter((each) => each.coverage >= MIN_COVERAGE && (usdtUsable || each.group === 'usd'))
  if (covered.length === 0) return { kind: 'quorum_missed', have: 0, need: rules.quorum }
  const { keeps } = outlierTest(
    covered.map((each) => each.price),
    VWAP_FLOOR,
  )
  const survivors = covered.filter((each) => keeps(each.price))
  const of = (group: VenueWindow['group'], among: readonly VenueWindow[]) =>
    among.filter((each) => each.group === group)
  const usd = of('usd', survivors)
  const usdt = of('usdt', survivors)
  const prices = (group: readonly VenueWindow[]) => group.map((each) => each.price)
  const diverges =
    usd.length >= 2 && usdt.length > 0 && Math.abs(median(prices(usdt)) / median(prices(usd)) - 1) > VWAP_MAX_DIVERGENCE
  const dropped = diverges || !usdtUsable || (of('usdt', covered).length > 0 && usdt.length === 0)
  const voters = diverges ? usd : survivors
  // As in spot: the dollar venues make the USDT rate, and several that lie can drop the group that would outvote them.
  const rejected = of('usd', covered).length - usd.length
  const need = dropped ? Math.max(rules.quorumWithoutUsdt, 2 * rejected + 1) : rules.quorum
  if (voters.length < need) return { kind: 'quorum_missed', have: voters.length, need }
  const middle = median(prices(voters))
  const spread = Math.max(...prices(voters).map((price) => Math.abs(price / middle - 1)))
  if (spread > VWAP_MAX_DIVERGENCE) return { kind: 'disagreement', spread, limit: VWAP_MAX_DIVERGENCE }
  const weights = cappedShares(
    voters.map((each) => each.volume),
    VWAP_CAP,
  )
  return {
    kind: 'vwap',
    price: voters.reduce((sum, each, at) => sum + each.price * weights[at]!, 0),
    venues: voters.map((each, at) => ({ ...each, weight: weights[at]! })),
    medianOfVenues: middle,
    scaledMad: MAD_TO_SIGMA * mad(prices(voters), middle),
  }
}
