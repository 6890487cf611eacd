import type { VolumeBar } from '../../sources/market.ts'
import { VENUES } from '../../sources/exchanges/venues.ts'
import { MINUTE_MS } from '../../time-units.ts'
import { tradedPairs, type TradeState } from '../boards/trade-boards.ts'
import { isPrice } from '../math/agreement.ts'
import type { WeighedVote } from '../math/vwap-agreement.ts'
import { meanPrice, type ExecutionSums, sumsOf, totalOf } from '../math/vwap.ts'
import { VWAP_PAIRS } from './pairs.ts'

const BASES = [...new Set(VWAP_PAIRS.map(({ base }) => base))]

/** Venues whose trades of every coin are gathered in a currency. */
const gatheredIn = (currency: string): readonly string[] =>
  VENUES.filter((venue) => BASES.every((base) => tradedPairs(venue).includes(`${base}/${currency}`))).map(
    ({ source }) => source.name,
  )

/** Venues in dollars and venues in USDT. */
export const USD_VENUES = gatheredIn('USD')
export const USDT_VENUES = gatheredIn('USDT')
export const CONFIGURED = USD_VENUES.length + USDT_VENUES.length
/** If the last trade is this old, the window's coverage is too low anyway. Freshness is measured against this age. */
export const EXPIRE_SECONDS = 60

/** Five minutes, half open: `[t - 300 s, t)`. */
export const WINDOW_MS = 300_000
/** A venue with less than this of the window does not vote. */
export const MIN_COVERAGE = 0.8

/** The trades of one venue inside the window, in its own currency. */
export interface SeenWindow {
  readonly sums: ExecutionSums
  /**
   * The share of the window that was observed, 0 to 1, rounded down to thousandths. Answers state the same rounded
   * value.
   */
  readonly coverage: number
  /** When its last trade happened, Unix milliseconds. */
  readonly at: number
}

/** One venue's window as a vote. */
export interface VenueWindow extends WeighedVote, SeenWindow {
  /** Its own mean price, in `currency`. */
  readonly quoted: number
  readonly currency: string
}

/** If the sums together have more characters than this, they come from no real market. */
const LONGEST = 80

const shareOfWindow = (ms: number): number => Math.floor((Math.max(0, ms) * 1000) / WINDOW_MS) / 1000

/** The trades of the window. It is covered from where no trade is missing to the last trade that was received. */
const tradedIn = ({ trades, coveredFrom }: TradeState, now: number): SeenWindow => {
  const from = now - WINDOW_MS
  const at = trades.at(-1)?.at ?? 0
  const covered = Math.min(now, at) - Math.max(from, coveredFrom ?? now)
  const inside = trades.filter((trade) => trade.at >= from && trade.at < now)
  return { sums: sumsOf(inside), coverage: shareOfWindow(covered), at }
}

/** The closed bars of the five complete minutes before this one. */
const barredIn = (bars: readonly VolumeBar[], now: number): SeenWindow => {
  const minute = Math.floor(now / MINUTE_MS) * MINUTE_MS
  const inside = new Map(
    bars.filter(({ start }) => start >= minute - WINDOW_MS && start < minute).map((bar) => [bar.start, bar]),
  )
  const starts = [...inside.keys()]
  const covered = starts.reduce((sum, start) => sum + start + MINUTE_MS - Math.max(start, now - WINDOW_MS), 0)
  return {
    sums: totalOf([...inside.values()]),
    coverage: shareOfWindow(covered),
    at: Math.max(0, ...starts) + MINUTE_MS,
  }
}

/** The trades of the window, or closed one-minute bars until the trades reach back far enough. */
export const tradeWindowOf = (state: TradeState, now: number): SeenWindow => {
  const traded = tradedIn(state, now)
  return traded.coverage >= MIN_COVERAGE || state.bars.length === 0 ? traded : barredIn(state.bars, now)
}

/** One venue's vote, converted into dollars; `null` if its sums give no plausible price. */
export const venueWindow = (
  source: string,
  seen: SeenWindow,
  { currency, rate }: { readonly currency: string; readonly rate: number },
): VenueWindow | null => {
  const { turnover, volume } = seen.sums
  const quoted = meanPrice(seen.sums)
  const isPlausible = isPrice(quoted) && isPrice(Number(volume)) && turnover.length + volume.length <= LONGEST
  return !isPlausible ? null : { ...seen, source, currency, quoted, price: quoted * rate, volume: Number(volume) }
}
