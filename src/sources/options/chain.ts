import type { DecimalText } from '../market.ts'
import type { Query, Source } from '../query.ts'

/** One option at a venue. Volatilities in per cent a year, open interest in coins. */
export interface OptionQuote {
  /** Unix milliseconds. All these venues settle at 08:00 UTC. */
  readonly expiry: number
  readonly strike: DecimalText
  readonly kind: 'call' | 'put'
  /** The venue's mark volatility; `null` if it gives none. Zero and negative numbers mean none. */
  readonly markIv: DecimalText | null
  /** Whether there are both a bid and an ask. */
  readonly twoSided: boolean
  /** The venue's price of the underlying at this expiry. */
  readonly forward: DecimalText
}

/** All options of one coin at one venue. */
export interface OptionChain {
  /** The time of the newest row, by the venue, Unix milliseconds. */
  readonly at: number
  readonly quotes: readonly (OptionQuote & { readonly symbol: string })[]
  /** Open interest in coins by symbol, if the same reply has it. */
  readonly interest: Interest | null
}

/** Open interest in coins by the venue's own symbol. */
export type Interest = Readonly<Record<string, DecimalText>>

/** One exchange that lists options, and the questions for its whole chain of a coin. */
export interface OptionVenue {
  readonly source: Source
  chain(coin: string): Query<OptionChain>
  /** A second request, if the chain does not have the open interest. */
  interest?(coin: string): Query<Interest>
}
