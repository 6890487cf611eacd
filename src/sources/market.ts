import type { Query, Source } from './query.ts'

/** A plain decimal number as text, never with an exponent: `"97012.30"`. */
export type DecimalText = string

/**
 * The best prices a venue shows for one instrument.
 * Times are Unix milliseconds and are `null` where the venue does not stamp that fact: the receipt time is used then.
 */
export interface Quote {
  readonly bid: DecimalText | null
  readonly ask: DecimalText | null
  readonly last: DecimalText | null
  /** When the venue says this book stood. */
  readonly bookAt: number | null
  /** When the venue says the last trade took place. */
  readonly lastAt: number | null
  /** Another time in the reply that moves on while the venue lives: it stamps neither of the two, and says of what day both are. */
  readonly aliveAt?: number
}

/** One execution. `id` grows with time at a venue or is at least unique there. */
export interface Trade {
  readonly id: string
  readonly price: DecimalText
  readonly size: DecimalText
  readonly at: number
}

/** One closed one-minute bar of a venue that publishes both volumes, which makes its mean price exact. */
export interface VolumeBar {
  readonly start: number
  readonly volume: DecimalText
  /** Volume in the quote currency: the sum of price times size. */
  readonly turnover: DecimalText
}

/** One line of a venue's list of instruments. */
export interface Listing {
  readonly symbol: string
  readonly trading: boolean
}

/**
 * Where a page of trades starts: at this trade, or at this time when the venue takes no id. A page repeats that trade,
 * which is what proves that none is missing before the next one.
 */
export interface TradesSince {
  readonly id: string | null
  readonly at: number
  /**
   * For venues that take no place to start at: how much is likely to have happened since. Left out, such a venue is asked
   * for as much as it tells.
   */
  readonly near?: { readonly ageMs: number; readonly trades: number }
}

/** One exchange: what it calls our pairs, and the questions it answers. */
export interface Venue {
  readonly source: Source
  /** Our pair name to the venue's spelling, e.g. `BTC/USD` to `XBTUSD`. Only what this service prices. */
  readonly symbols: Readonly<Record<string, string>>
  /** Pairs that are asked for only now and then, where a question for each is more than the venue allows. */
  readonly rarely?: readonly string[]
  /** The venue's own list of instruments, in the spelling of `symbols`. */
  readonly instruments: Query<readonly Listing[]>
  /** As few questions as the venue allows for these symbols; together they yield symbol to quote. */
  tickers(symbols: readonly string[]): readonly Query<Readonly<Record<string, Quote>>>[]
  /** Trades of one symbol, oldest first, the one asked from among them. Absent where no VWAP of ours reads this venue. */
  trades?(symbol: string, since: TradesSince): Query<readonly Trade[]>
  /** Closed one-minute bars, oldest first, for the first minutes of a VWAP window. Absent where bars lack turnover. */
  bars?(symbol: string): Query<readonly VolumeBar[]>
}

/** What one central bank published: how much of its own currency one unit of each currency was worth, on one date. */
export interface Fixing {
  /** The bank's own unit: `EUR`, `CAD`, `NOK`. */
  readonly base: string
  /** The day the rates speak of, `YYYY-MM-DD`. */
  readonly date: string
  /** When they were set, Unix milliseconds. */
  readonly at: number
  /** Units of `base` per one unit of the currency, or the reverse when `quotedPerBase`. */
  readonly rates: Readonly<Record<string, DecimalText>>
  /** True when `rates` counts currency per one `base` (ECB, Bank of England, RBA). */
  readonly quotedPerBase: boolean
  /** What one unit of a currency's rate stands for when the bank quotes per 100 or 1000 units; 1 when absent. */
  readonly units: Readonly<Record<string, number>>
}

/** One central bank's table of daily rates. */
export interface FixingSource {
  readonly source: Source
  /** The newest published table. `now` shapes the question where the provider wants dates. */
  latest(now: number): Query<Fixing>
}

/** A bullion price from a dealer or a price service. */
export interface MetalQuote {
  readonly price: DecimalText
  readonly at: number
}
