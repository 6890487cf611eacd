import { type Agreed, agree, type AgreementRules, type NotAgreed, type Vote } from './agreement.ts'
import { cappedShares } from './vwap.ts'

/** A volume-weighted price of venues that agree (methods 1.3). */

/** One venue's own volume-weighted price. */
export interface WeighedVote extends Vote {
  /** Above zero, in one unit for all venues. */
  readonly volume: number
}

export interface AgreedVwap<V extends WeighedVote = WeighedVote> {
  readonly kind: 'vwap'
  readonly price: number
  readonly agreement: Agreed<V>
  /** The weights of the used votes, in the same order. */
  readonly weights: readonly number[]
}

export const WEIGHT_CAP = 0.4

/** Volume can be invented. However much of it dishonest venues report, they move the mean by at most this fraction. */
export const PRICE_CLIP = 0.001

const clippedTo = (value: number, price: number): number =>
  Math.max(value * (1 - PRICE_CLIP), Math.min(value * (1 + PRICE_CLIP), price))

/** Σ w · p over the used votes. Each price is clipped to the agreed value ± 0.1 %, and no weight is above 40 %. */
export const agreedVwap = <V extends WeighedVote>(
  votes: readonly V[],
  rules: AgreementRules,
): AgreedVwap<V> | NotAgreed => {
  const agreement = agree(votes, rules)
  if (agreement.kind !== 'agreed') return agreement
  const { used, value } = agreement
  const weights = cappedShares(
    used.map(({ volume }) => volume),
    WEIGHT_CAP,
  )
  const price = used.reduce((sum, vote, at) => sum + clippedTo(value, vote.price) * weights[at]!, 0)
  return { kind: 'vwap', price, agreement, weights }
}
