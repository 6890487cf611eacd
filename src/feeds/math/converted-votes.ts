import type { Vote } from './agreement.ts'

/** Votes that are quoted in another unit than the requested one. */

/**
 * Votes of books in another unit, converted at the value of that unit: BTC/USDT in dollars, EUR/USDT as EUR/USD. The
 * value must come from an agreement of its own. Without it these books do not vote, because a vote must not depend on
 * the other votes of the same agreement.
 *
 * @param rate unrounded value of the unit that the books quote in; `null` if its agreement failed
 */
export const convertedVotes = <V extends Vote>(votes: readonly V[], rate: number | null): readonly V[] =>
  rate === null ? [] : votes.map((vote) => ({ ...vote, price: vote.price * rate }))

/**
 * The value of a currency at each venue: the venue's own price of a coin in that currency, against the agreed dollar
 * price of the coin.
 *
 * @param perUsd true for a currency quoted per dollar (USD/JPY), false for dollars per unit of it (EUR/USD)
 */
export const impliedVotes = <V extends Vote>(
  votes: readonly V[],
  coinInUsd: number | null,
  perUsd: boolean,
): readonly V[] =>
  coinInUsd === null
    ? []
    : votes.map((vote) => ({ ...vote, price: perUsd ? vote.price / coinInUsd : coinInUsd / vote.price }))

/** One vote for each venue, from the first list that has one. Callers pass live quotes before implied ones. */
export const onceEach = <V extends Vote>(...lists: readonly (readonly V[])[]): readonly V[] => {
  const first = new Map<string, V>()
  for (const vote of lists.flat()) if (!first.has(vote.source)) first.set(vote.source, vote)
  return [...first.values()]
}
