import { MINUTE_MS } from '../time-units.ts'
import type { DecimalText } from './market.ts'
import type { Query, Source } from './query.ts'

/** The coins whose perpetual futures are read. */
export const PERPETUAL_ASSETS = ['BTC', 'ETH', 'SOL'] as const
export type PerpetualAsset = (typeof PERPETUAL_ASSETS)[number]

/** The rate that longs pay shorts once per interval; negative if shorts pay. */
export interface Funding {
  readonly rate: DecimalText
  /**
   * The unit of the rate: a fraction of the notional, or money per coin (Kraken), which must be divided by the index.
   */
  readonly unit: 'fraction' | 'money_per_coin'
  /** Whether the rate is itself the running estimate of the next payment. Then the venue has no other estimate. */
  readonly isExpected: boolean
  /** A separate estimate of the venue, in the same unit; `null` if it publishes none. */
  readonly estimate: DecimalText | null
  /** Time of the next payment, Unix milliseconds; `null` if the venue does not give it. */
  readonly nextAt: number | null
}

/** All facts about one contract, each in the unit in which the venue publishes it. */
export interface PerpetualFacts {
  readonly funding: Funding
  readonly intervalHours: number
  /** The price at which positions are valued, per coin, in the contract's quote currency. */
  readonly mark: DecimalText
  /** The spot price behind the mark. Some venues value positions at the index itself and have no separate one. */
  readonly index: DecimalText
  /** One side only: a contract has a long and a short, and counts once. */
  readonly openInterest: { readonly amount: DecimalText; readonly unit: 'coins' | 'usd' }
}

/** The facts in one reply, and their time by the venue (Unix milliseconds; `null` if it gives none). */
export type Said = Partial<PerpetualFacts> & { readonly at: number | null }

/** The facts of one reply, by coin. */
export type PerpetualAnswer = Readonly<Partial<Record<PerpetualAsset, Said>>>

/** A rate that was paid: a fraction of the notional for the time since the payment before it. */
export interface FundingPaid {
  readonly at: number
  readonly rate: DecimalText
}

/** The distance of rows of past open interest. */
export const INTEREST_STEP_MS = 5 * MINUTE_MS

/** The open interest of one contract at a past moment (Unix milliseconds), one side. */
export interface PastInterest {
  readonly at: number
  readonly coins: DecimalText
  /** Valued at the mark of that moment; `null` if the venue tells the coins alone. */
  readonly usd: DecimalText | null
}

/** One exchange's perpetual futures on our coins. */
export interface PerpetualVenue {
  /** The name in answers: `kraken`, although its futures are on another host with a source of their own. */
  readonly name: string
  readonly source: Source
  readonly symbols: Readonly<Record<PerpetualAsset, string>>
  /** Given if positions are valued at the index itself, so that there is no separate one. */
  readonly lacksIndex?: true
  /** Given if nobody knows whether its open interest counts one side or both. */
  readonly disputedSides?: true
  /** As few requests as the venue allows. Together with `terms` they give every fact about every coin. */
  readonly tickers: readonly Query<PerpetualAnswer>[]
  /** Facts that rarely change, if the venue has a separate request for them. */
  readonly terms?: Query<PerpetualAnswer>
  /** Paid rates of one coin from a time on, oldest first. `now` is the end of the request, if the venue needs one. */
  history(asset: PerpetualAsset, since: number, now: number): Query<readonly FundingPaid[]>
  /** Open interest of one coin every five minutes from `since` to `now`, in pages, if the venue tells its past. */
  interest?(asset: PerpetualAsset, since: number, now: number): readonly Query<readonly PastInterest[]>[]
}

/** The coin behind a venue's symbol; `null` for contracts that are not ours. */
export const assetOf = (symbols: PerpetualVenue['symbols'], symbol: string): PerpetualAsset | null =>
  PERPETUAL_ASSETS.find((asset) => symbols[asset] === symbol) ?? null

/** Paid rates from a time on, oldest first, in whatever order the venue sent them. */
export const fundingPaidSince = (settlements: readonly FundingPaid[], since: number): readonly FundingPaid[] =>
  settlements.filter(({ at }) => at >= since).toSorted((left, right) => left.at - right.at)
