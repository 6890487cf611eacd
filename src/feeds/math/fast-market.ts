import { isPrice } from './agreement.ts'
import { median } from './robust.ts'

/**
 * When a price moves fast, honest venues that are asked seconds apart give different prices (methods 1.1). How far each
 * venue's own price has moved shows how much they may differ. A minority of the voters cannot move the median of these
 * ranges. Therefore only ranges of venues that vote are used: among fewer venues, fewer liars are a majority.
 */

/** A price of a venue and its time. */
export interface TimedPrice {
  readonly price: number
  /** Unix milliseconds. */
  readonly at: number
}

export const OWN_RANGE_MS = 10_000

export const WIDEST = 3

/**
 * High over low, less one, of the ten seconds before the venue's own last price, in the unit that it quotes. A venue
 * that is asked rarely or late is thus measured over the same length of time as the others. 0 for a single price or
 * none.
 */
export const ownRange = (said: readonly TimedPrice[]): number => {
  const valid = said.filter(({ price }) => isPrice(price))
  const last = Math.max(...valid.map(({ at }) => at))
  const prices = valid.filter(({ at }) => last - at <= OWN_RANGE_MS).map(({ price }) => price)
  return prices.length === 0 ? 0 : Math.max(...prices) / Math.min(...prices) - 1
}

/**
 * Drops prices that can no longer be the highest or lowest of the ten seconds before any later price. For each second
 * only the highest and the lowest remain, so that the list stays small however often a venue quotes.
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
 * @param ranges one for each voting venue; other venues have none
 */
export const tauInForce = (tau: number, ranges: readonly number[]): number =>
  ranges.length === 0 ? tau : Math.min(WIDEST * tau, Math.max(tau, median(ranges)))
