import { DAY_SECONDS } from '../time-units.ts'

/**
 * Which of a feed's published answers are kept for questions about the past: as many days as are sold. History that a
 * feed itself needs is in its boards (decision 0014).
 */
export type Keeping =
  /** Its prices, as candles. */
  | { readonly kind: 'candles'; readonly days: number }
  /** Its volume of each minute, added to the candles of another feed's actor. */
  | { readonly kind: 'volumes'; readonly days: number; readonly series: string }
  /**
   * Every answer as it was signed. `path` is where they are sold again, with the path parameters of the feed's own
   * path.
   */
  | { readonly kind: 'rows'; readonly days: number; readonly path: string }

/** For how many days each history is sold (interface 8.1). */
export const SOLD_DAYS = { spot: 60, funding: 18, volatility: 63, stress: 56, contagion: 56, sentiment: 60 } as const

/** Kept for a day longer than sold, so that no row is deleted between an invoice and its answer. */
export const keepSeconds = (days: number): number => (days + 1) * DAY_SECONDS
