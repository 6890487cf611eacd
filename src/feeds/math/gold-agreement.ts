import { type Agreed, agree, type NotAgreed, TAU, type Vote } from './agreement.ts'

/** Dollars per fine ounce by three numbers: bullion's price, and what two tokens are agreed to be worth (methods 1.7). */

export const BULLION = 'goldapi'
export const TOKENS = ['PAXG', 'XAUT'] as const

export interface GoldVote extends Vote {
  readonly source: typeof BULLION | (typeof TOKENS)[number]
}

/** Two tokens trade round the clock and stand for gold in a vault, not on the market: without bullion they are worth less. */
export interface AgreedGold<V extends GoldVote = GoldVote> {
  readonly kind: 'gold'
  readonly agreement: Agreed<V>
  readonly method: 1 | 0.7
}

/** What a number is worth that these have agreed on. */
export const methodOf = (used: readonly { readonly source: string }[]): 1 | 0.7 =>
  used.some(({ source }) => source === BULLION) ? 1 : 0.7

/** @param votes those of the three that there are; a token votes only where its own venues have agreed */
export const agreedGold = <V extends GoldVote>(votes: readonly V[]): AgreedGold<V> | NotAgreed => {
  const agreement = agree(votes, { configured: 1 + TOKENS.length, tau: TAU.gold })
  if (agreement.kind !== 'agreed') return agreement
  return { kind: 'gold', agreement, method: methodOf(agreement.used) }
}
