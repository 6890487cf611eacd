import type { DecimalText } from './market.ts'
import type { Query, Source } from './query.ts'

/** The coins whose perpetual futures are read. */
export const PERPETUAL_ASSETS = ['BTC', 'ETH', 'SOL'] as const
export type PerpetualAsset = (typeof PERPETUAL_ASSETS)[number]

/** What longs pay shorts, once per interval; negative when shorts pay. */
export interface Funding {
  readonly rate: DecimalText
  /** What the rate is counted in: a fraction of the notional, or money per coin (Kraken), to be divided by the index. */
  readonly unit: 'fraction' | 'money_per_coin'
  /** Whether the rate is itself the running estimate of the coming settlement: the venue expects nothing else then. */
  readonly isExpected: boolean
  /** What the venue expects apart from it, in the same unit; `null` where it publishes no such number. */
  readonly estimate: DecimalText | null
  /** When it settles next, Unix milliseconds; `null` where the venue does not say. */
  readonly nextAt: number | null
}

/** All that is known of one contract, each fact in the unit in which the venue publishes it. */
export interface PerpetualFacts {
  readonly funding: Funding
  readonly intervalHours: number
  /** What positions are valued at, per coin, in the contract's quote currency. */
  readonly mark: DecimalText
  /** The spot price behind it. Some venues value at the index itself and have no other. */
  readonly index: DecimalText
  /** One side only: every contract has a long and a short, and is counted once. */
  readonly openInterest: { readonly amount: DecimalText; readonly unit: 'coins' | 'usd' }
}

/** The facts that one reply holds, and when the venue says they stood (Unix milliseconds; `null` where it does not). */
export type Said = Partial<PerpetualFacts> & { readonly at: number | null }

/** One reply, by coin. */
export type PerpetualAnswer = Readonly<Partial<Record<PerpetualAsset, Said>>>

/** A rate that was paid: a fraction of the notional for the time since the settlement before it. */
export interface FundingPaid {
  readonly at: number
  readonly rate: DecimalText
}

/** One exchange's perpetual futures on our coins. */
export interface PerpetualVenue {
  /** As it stands in answers: `kraken`, whose futures live at another host under a source of their own. */
  readonly name: string
  readonly source: Source
  readonly symbols: Readonly<Record<PerpetualAsset, string>>
  /** As few questions as the venue allows; together with `terms` they yield every fact about every coin. */
  readonly tickers: readonly Query<PerpetualAnswer>[]
  /** What hardly ever changes, where the venue keeps it apart. */
  readonly terms?: Query<PerpetualAnswer>
  /** Paid rates of one coin from a time on, oldest first. `now` closes the question where the venue wants an end. */
  history(asset: PerpetualAsset, since: number, now: number): Query<readonly FundingPaid[]>
}

/** The coin behind a venue's symbol; `null` for contracts that are not ours. */
export const assetOf = (symbols: PerpetualVenue['symbols'], symbol: string): PerpetualAsset | null =>
  PERPETUAL_ASSETS.find((asset) => symbols[asset] === symbol) ?? null

/** Paid rates from a time on, in the order in which they were paid, whichever way round the venue sent them. */
export const fundingPaidSince = (settlements: readonly FundingPaid[], since: number): readonly FundingPaid[] =>
  settlements.filter(({ at }) => at >= since).toSorted((left, right) => left.at - right.at)
