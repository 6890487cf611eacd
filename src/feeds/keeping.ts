import { DAY_SECONDS } from '../time-units.ts'

/**
 * What of a feed's published answers is kept for questions about the past, and for how long: as long as it is sold. Rows
 * that a feed itself looks back upon live in its boards (decision 0014).
 */
export type Keeping =
  /** The prices, as candles. */
  | { readonly kind: 'candles'; readonly days: number }
  /** What was traded in each minute, put to the candles of another feed's actor. */
  | { readonly kind: 'volumes'; readonly days: number; readonly series: string }
  /** Every answer as it was signed. `path` is where they are sold again, with the holes of the feed's own path. */
  | { readonly kind: 'rows'; readonly days: number; readonly path: string }

/** How many days back each is sold (interface 8.1). */
export const SOLD_DAYS = { spot: 60, funding: 18, volatility: 63, stress: 56 } as const

/** Kept a day longer than sold, so that nothing vanishes between an invoice and its answer. */
export const keepSeconds = (days: number): number => (days + 1) * DAY_SECONDS
