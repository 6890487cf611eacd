import type { DecimalText } from '../market.ts'
import type { Query, Source } from '../query.ts'

/** One option at a venue. Volatilities in per cent a year. */
export interface OptionQuote {
  /** Unix milliseconds. All these venues settle at 08:00 UTC. */
  readonly expiry: number
  readonly strike: DecimalText
  readonly kind: 'call' | 'put'
  /** The venue's mark volatility; `null` if it gives none. Zero and negative numbers mean none. */
  readonly markIv: DecimalText | null
  /** Whether there are both a bid and an ask. */
  readonly twoSided: boolean
  /** Volatilities of the best bid and ask, `null` without a quote; absent at a venue that quotes prices alone. */
  readonly bidIv?: DecimalText | null
  readonly askIv?: DecimalText | null
  /** The best bid and ask in dollars for one coin of the underlying; `null` without a quote. */
  readonly bid: DecimalText | null
  readonly ask: DecimalText | null
  /** The venue's price of the underlying at this expiry, dollars. */
  readonly forward: DecimalText
  /** Coins of the underlying that were traded in 24 hours; `null` if the venue does not say. */
  readonly volume: DecimalText | null
}

/** An option of a chain, under the venue's own name of it. */
export type ListedOption = OptionQuote & { readonly symbol: string }

/** All options of one coin at one venue. */
export interface OptionChain {
  /** The time of the newest row, by the venue, Unix milliseconds. */
  readonly at: number
  readonly quotes: readonly ListedOption[]
  /** Open interest in coins by symbol, if the same reply has it. */
  readonly interest: Interest | null
}

/** Open interest in coins by the venue's own symbol. */
export type Interest = Readonly<Record<string, DecimalText>>

/** One exchange that lists options, and the questions for its whole chain of a coin. */
export interface OptionVenue {
  readonly source: Source
  /** The coins that it lists options of. */
  readonly coins: readonly string[]
  chain(coin: string): Query<OptionChain>
  /** A second request, if the chain does not have the open interest. */
  interest?(coin: string): Query<Interest>
}
