import { isPrice } from './agreement.ts'
import { median } from './robust.ts'

/**
 * When a price runs, venues that are asked seconds apart lie apart without lying. How far one of them has moved by itself
 * says how far that may be; the median over the voters cannot be moved by a minority of them, up or down. It is a minority
 * of the voters that cannot: where venues have lost their vote, fewer liars are half of those left.
 */

/** What a venue said, and when. */
export interface TimedPrice {
  readonly price: number
  /** Unix milliseconds. */
  readonly at: number
}

export const OWN_RANGE_MS = 10_000

const WIDEST = 3

/**
 * High over low less one of the last ten seconds that end with the venue's own last word, in whatever unit it quotes: a
 * venue that is asked rarely or late is measured over the same time as the others. 0 for a single price or none.
 */
export const ownRange = (said: readonly TimedPrice[]): number => {
  const valid = said.filter(({ price }) => isPrice(price))
  const last = Math.max(...valid.map(({ at }) => at))
  const prices = valid.filter(({ at }) => last - at <= OWN_RANGE_MS).map(({ price }) => price)
  return prices.length === 0 ? 0 : Math.max(...prices) / Math.min(...prices) - 1
}

/**
 * τ' = min(3τ, max(τ, median of the ranges)).
 *
 * @param ranges one for each voting venue, and none for others
 */
export const tauInForce = (tau: number, ranges: readonly number[]): number =>
  ranges.length === 0 ? tau : Math.min(WIDEST * tau, Math.max(tau, median(ranges)))
