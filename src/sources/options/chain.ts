import type { DecimalText } from '../market.ts'
import type { Query, Source } from '../query.ts'

/** One option as its venue shows it. Volatilities in per cent a year, open interest in coins. */
export interface OptionQuote {
  /** Unix milliseconds; every venue here settles at 08:00 UTC. */
  readonly expiry: number
  readonly strike: DecimalText
  readonly kind: 'call' | 'put'
  /** The venue's mark; `null` when it shows none. Zero and negative numbers are spellings of none. */
  readonly markIv: DecimalText | null
  /** Whether somebody bids and somebody offers. */
  readonly twoSided: boolean
  /** What the venue takes as the price of the underlying at this expiry. */
  readonly forward: DecimalText
}

/** All options of one coin at one venue. */
export interface OptionChain {
  /** When the venue wrote the newest of these rows, Unix milliseconds. */
  readonly at: number
  readonly quotes: readonly (OptionQuote & { readonly symbol: string })[]
  /** Open interest in coins by symbol, where the same reply tells it. */
  readonly interest: Interest | null
}

/** Open interest in coins by the venue's own symbol. */
export type Interest = Readonly<Record<string, DecimalText>>

/** One exchange that lists options, and the questions that tell its whole chain of a coin. */
export interface OptionVenue {
  readonly source: Source
  chain(coin: string): Query<OptionChain>
  /** Asked beside the chain where that does not tell it. */
  interest?(coin: string): Query<Interest>
}
