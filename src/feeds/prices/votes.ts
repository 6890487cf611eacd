import type { Boards } from '../board.ts'
import type { TickContext } from '../feed.ts'
import { type Agreed, agree, type AgreementRules, type NotAgreed } from '../math/agreement.ts'
import { convertedVotes } from '../math/converted-votes.ts'
import { tauInForce } from '../math/fast-market.ts'
import { type VenueQuote, venueQuotes, type QuoteRules } from './quotes.ts'

/** One venue's price, in the requested unit and as the venue quotes it. */
export interface PriceVote extends VenueQuote {
  /** The venue's price in its own currency. */
  readonly quoted: number
  readonly currency: string
}

/** An agreement, and the votes that could not be counted. */
export interface Ballot {
  readonly kind: 'ballot'
  readonly agreement: Agreed<PriceVote>
  /** The value of USDT for books in USDT; `null` if it was not needed. */
  readonly usdt: Agreed<PriceVote> | null
  /** Votes from books in USDT that do not count because the value of USDT is not known. */
  readonly unheard: readonly PriceVote[]
}

/** The prices of the named venues for a pair, each in its own currency. */
export const votesOf = (
  boards: Boards,
  venues: readonly string[],
  pair: string,
  rules: QuoteRules,
  now: number,
): readonly PriceVote[] => {
  const currency = pair.slice(pair.indexOf('/') + 1)
  return venueQuotes(boards, venues, pair, rules, now).map((quote) => ({ ...quote, quoted: quote.price, currency }))
}

/** The rules of an agreement. */
export interface Judging {
  /** How many venues are asked. */
  readonly configured: number
  /** The τ of a calm market. */
  readonly tau: number
  /** For the replay of recordings: this many votes are a majority. */
  readonly quorum: TickContext['quorum']
}

/** The number of configured venues for an agreement with this many votes. */
export const configuredFor = (votes: number, { configured, quorum }: Pick<Judging, 'configured' | 'quorum'>): number =>
  quorum === null ? configured : Math.max(votes, 2 * quorum - 1)

const rulesOf = (votes: readonly PriceVote[], judging: Judging): AgreementRules => ({
  configured: configuredFor(votes.length, judging),
  tau: judging.tau,
})

/** A share, rounded to the digits of an answer. */
export const fraction = (value: number): number => Number(value.toFixed(8))

/** Agrees on the votes of this moment, with the τ in force. */
export const agreeNow = (votes: readonly PriceVote[], judging: Judging): Agreed<PriceVote> | NotAgreed => {
  // Silenced venues are included: among fewer ranges, fewer liars would be a majority.
  const ranges = votes.flatMap(({ range }) => range ?? [])
  // Rounded as in the answer, so that a recount uses the same limit.
  const tau = fraction(tauInForce(judging.tau, ranges))
  return agree(votes, rulesOf(votes, { ...judging, tau }))
}

/** An agreement of venues that quote the requested pair itself. */
export const directBallot = (votes: readonly PriceVote[], judging: Judging): Ballot | NotAgreed => {
  const agreement = agreeNow(votes, judging)
  return agreement.kind === 'agreed' ? { kind: 'ballot', agreement, usdt: null, unheard: [] } : agreement
}

/**
 * An agreement of venues in dollars and venues in USDT. The latter count at a rate that comes from an agreement of its
 * own, or not at all. Without that rate τ stays at its value for calm markets. Otherwise a minority could widen τ by
 * moving its own prices, because few votes are left.
 */
export const mixedBallot = (
  dollars: readonly PriceVote[],
  tethers: readonly PriceVote[],
  usdt: Agreed<PriceVote> | null,
  judging: Judging,
): Ballot | NotAgreed => {
  const votes = [...dollars, ...convertedVotes(tethers, usdt?.value ?? null)]
  const agreement = usdt === null ? agree(votes, rulesOf(votes, judging)) : agreeNow(votes, judging)
  if (agreement.kind !== 'agreed') return agreement
  return { kind: 'ballot', agreement, usdt, unheard: usdt === null ? tethers : [] }
}
