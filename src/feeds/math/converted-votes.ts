import type { Vote } from './agreement.ts'

/** Votes that are quoted in something else than what is asked. */

/**
 * A book in another unit, at the value of that unit: BTC/USDT in dollars, EUR/USDT as EUR/USD. The value must have
 * passed an agreement of its own; without one these books do not vote, since a vote must not stand on those beside it.
 *
 * @param rate value of the unit that the books quote in, not rounded; `null` when it has not passed
 */
export const convertedVotes = <V extends Vote>(votes: readonly V[], rate: number | null): readonly V[] =>
  rate === null ? [] : votes.map((vote) => ({ ...vote, price: vote.price * rate }))

/**
 * What a venue thinks of a currency, by its own price of a coin in that currency and the agreed dollar price of the coin.
 *
 * @param perUsd whether the currency is quoted per dollar (USD/JPY) or the dollar per unit of it (EUR/USD)
 */
export const impliedVotes = <V extends Vote>(
  votes: readonly V[],
  coinInUsd: number | null,
  perUsd: boolean,
): readonly V[] =>
  coinInUsd === null
    ? []
    : votes.map((vote) => ({ ...vote, price: perUsd ? vote.price / coinInUsd : coinInUsd / vote.price }))

/** One vote for each venue, out of the first list that it is in: live quotes are named before implied ones. */
export const onceEach = <V extends Vote>(...lists: readonly (readonly V[])[]): readonly V[] => {
  const first = new Map<string, V>()
  for (const vote of lists.flat()) if (!first.has(vote.source)) first.set(vote.source, vote)
  return [...first.values()]
}
