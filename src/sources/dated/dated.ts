import type { DecimalText } from '../market.ts'
import type { PerpetualAsset } from '../perpetual.ts'
import type { Query, Source } from '../query.ts'

/** `inverse`: margin and result are in coins, the price in dollars. `linear`: both are in dollars or a stablecoin. */
export const DATED_KINDS = ['inverse', 'linear'] as const
export type DatedKind = (typeof DATED_KINDS)[number]

/** The fixed terms of one dated future. */
export interface DatedTerms {
  readonly asset: PerpetualAsset
  readonly kind: DatedKind
  /** The end of trading, Unix milliseconds. */
  readonly expiresAt: number
  /** The name under which the venue publishes the index; left out if the index is in the contract's own row. */
  readonly index?: string
  /** Dollars per contract; only for venues that count open interest in contracts. */
  readonly contractUsd?: DecimalText
}

/** The facts about one dated future, or about one index, that change all the time. */
export interface DatedFacts {
  /** The price at which positions are valued, per coin, in the contract's quote currency. */
  readonly mark: DecimalText
  /** The venue's own spot price in the same currency. */
  readonly index: DecimalText
  /** One side only. */
  readonly openInterest: { readonly amount: DecimalText; readonly unit: 'coins' | 'usd' | 'contracts' }
}

/** The facts in one reply about one name, and their time by the venue (Unix milliseconds). */
export type DatedSaid = Partial<DatedFacts> & { readonly at: number }

/** The facts of one reply, by the venue's name of the contract or the index. */
export type DatedAnswer = Readonly<Record<string, DatedSaid>>

/** The dated futures on our coins in one list, by the venue's name of the contract. */
export type DatedList = Readonly<Record<string, DatedTerms>>

/** One exchange's dated futures on our coins. */
export interface DatedVenue {
  /** The name in answers, as for perpetuals. */
  readonly name: string
  readonly source: Source
  /** The coins on which the venue has dated futures. */
  readonly assets: readonly PerpetualAsset[]
  /** The lists with the terms. They change a few times a week. */
  readonly lists: readonly Query<DatedList>[]
  /** As few requests as the venue allows for mark, index and, where it is there, open interest. */
  readonly tickers: readonly Query<DatedAnswer>[]
  /** The open interest of one contract, if the venue has no list of it. */
  interest?(symbol: string): Query<DatedAnswer>
}

/** The answer without rows that are not about our dated futures. */
export const named = <Value>(rows: readonly (readonly [string, Value] | null)[]): Readonly<Record<string, Value>> =>
  Object.fromEntries(rows.filter((row) => row !== null))

/** Prices without the ones that the venue leaves open. */
export const prices = (said: {
  readonly mark?: DecimalText | null
  readonly index?: DecimalText | null
}): Partial<Pick<DatedFacts, 'mark' | 'index'>> => ({
  ...(said.mark && { mark: said.mark }),
  ...(said.index && { index: said.index }),
})
