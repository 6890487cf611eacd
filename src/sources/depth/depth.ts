import type { Query, Source } from '../query.ts'
import type { ReducedBook } from './reduce.ts'

/** How much of a book is asked for: all that there is every minute, less of it while the market is under stress. */
export type Detail = 'deep' | 'quick'

/** A question for an order book. */
export interface DepthQuery extends Query<ReducedBook> {
  /** How much of the venue's request limit it takes, in the venue's own unit. */
  readonly weight: number
  /** The longest reply that is read. */
  readonly maxBytes: number
}

/** One exchange whose books are read. */
export interface DepthVenue {
  readonly source: Source
  /** The venue's symbols by our pair name. */
  readonly symbols: Readonly<Record<string, string>>
  /** Whether every reply is the whole book: megabytes, which are asked for less often. */
  readonly sendsWhole: boolean
  book(symbol: string, detail: Detail): DepthQuery
}
