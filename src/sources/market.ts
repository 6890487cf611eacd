import type { Query, Source } from './query.ts'

/** A plain decimal number as text, never with an exponent: `"97012.30"`. */
export type DecimalText = string

/**
 * The best prices of one instrument at a venue. Times are Unix milliseconds. A time is `null` if the venue does not
 * give it; the time of receipt is used then.
 */
export interface Quote {
  readonly bid: DecimalText | null
  readonly ask: DecimalText | null
  readonly last: DecimalText | null
  /** The time of this book, by the venue. */
  readonly bookAt: number | null
  /** The time of the last trade, by the venue. */
  readonly lastAt: number | null
  /**
   * Another time in the reply, which moves as long as the venue works. It is the time of neither book nor trade, but
   * shows how old the reply is.
   */
  readonly aliveAt?: number
}

/** One trade. `id` grows with time at a venue, or is at least unique there. */
export interface Trade {
  readonly id: string
  readonly price: DecimalText
  readonly size: DecimalText
  readonly at: number
}

/** One closed one-minute bar of a venue that publishes volume and turnover, so that the mean price is exact. */
export interface VolumeBar {
  readonly start: number
  readonly volume: DecimalText
  /** Volume in the quote currency: the sum of price times size. */
  readonly turnover: DecimalText
}

/** One entry of a venue's list of instruments. */
export interface Listing {
  readonly symbol: string
  readonly trading: boolean
}

/**
 * The start of a page of trades: at this trade, or at this time if the venue takes no id. The page repeats that trade,
 * which proves that none is missing after it.
 */
export interface TradesSince {
  readonly id: string | null
  readonly at: number
  /**
   * How much has probably been traded since, for venues that accept no start. Without it such a venue is asked for
   * everything.
   */
  readonly near?: { readonly ageMs: number; readonly trades: number }
}

/** One exchange: its symbols for our pairs, and the questions that it answers. */
export interface Venue {
  readonly source: Source
  /** The venue's symbols by our pair name, such as `XBTUSD` for `BTC/USD`. Only pairs that this service prices. */
  readonly symbols: Readonly<Record<string, string>>
  /** Pairs that are requested less often, if the venue's limit does not allow a request for each pair every time. */
  readonly rarely?: readonly string[]
  /** The venue's own list of instruments, with symbols as in `symbols`. */
  readonly instruments: Query<readonly Listing[]>
  /** As few requests as the venue allows for these symbols. Together they give the quotes by symbol. */
  tickers(symbols: readonly string[]): readonly Query<Readonly<Record<string, Quote>>>[]
  /**
   * Trades of one symbol, oldest first, with the one that the request starts from. Absent if no VWAP reads this venue.
   */
  trades?(symbol: string, since: TradesSince): Query<readonly Trade[]>
  /**
   * Closed one-minute bars, oldest first, for the first minutes of a VWAP window. Absent if the bars have no turnover.
   */
  bars?(symbol: string): Query<readonly VolumeBar[]>
}

/** The published rates of one central bank on one date. */
export interface Fixing {
  /** The bank's own currency: `EUR`, `CAD`, `NOK`. */
  readonly base: string
  /** The day of the rates, `YYYY-MM-DD`. */
  readonly date: string
  /** When the rates were set, Unix milliseconds. */
  readonly at: number
  /** Units of `base` per one unit of the currency, or the reverse if `quotedPerBase`. */
  readonly rates: Readonly<Record<string, DecimalText>>
  /** True if `rates` is in units of the currency per one `base` (ECB, Bank of England, RBA). */
  readonly quotedPerBase: boolean
  /** How many units of a currency its rate is for, if the bank quotes per 100 or 1000 units; 1 when absent. */
  readonly units: Readonly<Record<string, number>>
}

/** One central bank's table of daily rates. */
export interface FixingSource {
  readonly source: Source
  /**
   * The newest published table.
   *
   * @param now Unix milliseconds, for providers whose request needs dates
   */
  latest(now: number): Query<Fixing>
}

/** A bullion price from a dealer or a price service. */
export interface MetalQuote {
  readonly price: DecimalText
  readonly at: number
}
