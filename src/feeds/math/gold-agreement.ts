import { type Agreed, agree, type NotAgreed, TAU, type Vote } from './agreement.ts'

/**
 * Dollars per fine ounce from three numbers: the price of bullion and the agreed prices of two tokens (methods 1.7).
 */

export const BULLION = 'goldapi'
export const TOKENS = ['PAXG', 'XAUT'] as const

export interface GoldVote extends Vote {
  readonly source: typeof BULLION | (typeof TOKENS)[number]
}

/**
 * An agreed gold price. The two tokens trade at all hours and stand for gold in a vault. Without the bullion price,
 * `method` is lower.
 */
export interface AgreedGold<V extends GoldVote = GoldVote> {
  readonly kind: 'gold'
  readonly agreement: Agreed<V>
  readonly method: 1 | 0.7
}

/** The confidence factor of an agreement of these sources. */
export const methodOf = (used: readonly { readonly source: string }[]): 1 | 0.7 =>
  used.some(({ source }) => source === BULLION) ? 1 : 0.7

/** @param votes those of the three numbers that are there; a token votes only if its own venues agree */
export const agreedGold = <V extends GoldVote>(votes: readonly V[]): AgreedGold<V> | NotAgreed => {
  const agreement = agree(votes, { configured: 1 + TOKENS.length, tau: TAU.gold })
  if (agreement.kind !== 'agreed') return agreement
  return { kind: 'gold', agreement, method: methodOf(agreement.used) }
}
