import { isPrice } from './agreement.ts'
import { median } from './robust.ts'

/**
 * When a price moves fast, honest venues that are asked seconds apart differ (methods 1.1). How far each venue has moved by
 * itself says how much they may differ. A minority of the voters cannot move the median of these ranges. It must be a
 * minority of those who vote: where venues have lost their vote, fewer liars are half of the rest.
 */

/** What a venue said, and when. */
export interface TimedPrice {
  readonly price: number
  /** Unix milliseconds. */
  readonly at: number
}

export const OWN_RANGE_MS = 10_000

export const WIDEST = 3

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
 * What was said, without what can no longer be the highest or the lowest of the ten seconds before any later word; of one
 * second the highest and the lowest, so that what is kept stays small however often a venue speaks.
 *
 * @param said oldest first
 */
export const extremesOf = (said: readonly TimedPrice[]): readonly TimedPrice[] => {
  const kept = new Map<string, TimedPrice>()
  let [high, low] = [-Infinity, Infinity]
  for (const each of said.toReversed()) {
    const second = Math.floor(each.at / 1000)
    if (each.price > high) kept.set(`${second} high`, each)
    if (each.price < low) kept.set(`${second} low`, each)
    high = Math.max(high, each.price)
    low = Math.min(low, each.price)
  }
  return [...new Set(kept.values())].toSorted((a, b) => a.at - b.at)
}

/**
 * τ' = min(3τ, max(τ, median of the ranges)).
 *
 * @param ranges one for each voting venue, and none for others
 */
export const tauInForce = (tau: number, ranges: readonly number[]): number =>
  ranges.length === 0 ? tau : Math.min(WIDEST * tau, Math.max(tau, median(ranges)))
