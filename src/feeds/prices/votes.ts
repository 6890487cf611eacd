import type { Boards } from '../board.ts'
import type { TickContext } from '../feed.ts'
import { type Agreed, agree, type AgreementRules, type NotAgreed } from '../math/agreement.ts'
import { convertedVotes } from '../math/converted-votes.ts'
import { tauInForce } from '../math/fast-market.ts'
import { type VenueQuote, venueQuotes, type QuoteRules } from './quotes.ts'

/** One venue's opinion, in the unit asked and as it was quoted. */
export interface PriceVote extends VenueQuote {
  /** What the venue shows, in its own currency. */
  readonly quoted: number
  readonly currency: string
}

/** An agreement, and who had something to say that could not be counted. */
export interface Ballot {
  readonly kind: 'ballot'
  readonly agreement: Agreed<PriceVote>
  /** What USDT books were counted at; `null` where none were. */
  readonly usdt: Agreed<PriceVote> | null
  /** Books in USDT while nobody knows what that is worth. */
  readonly unheard: readonly PriceVote[]
}

/** What the named venues show of a pair, each in its own currency. */
export const votesOf = (
  boards: Boards,
  venues: readonly string[],
  pair: string,
  rules: QuoteRules,
  now: number,
): readonly PriceVote[] => {
  const currency = pair.slice(pair.indexOf('/') + 1)
  return venueQuotes(boards, venues, pair, rules, now).map((member) => ({ ...member, quoted: member.price, currency }))
}

/** How an agreement is judged. */
export interface Judging {
  /** Venues that are asked. */
  readonly configured: number
  /** That of a calm market. */
  readonly tau: number
  /** For replaying recordings: so many votes are a majority. */
  readonly quorum: TickContext['quorum']
}

/** How many venues an agreement is made among, of so many that have voted. */
export const configuredFor = (votes: number, { configured, quorum }: Pick<Judging, 'configured' | 'quorum'>): number =>
  quorum === null ? configured : Math.max(votes, 2 * quorum - 1)

const rulesOf = (votes: readonly PriceVote[], judging: Judging): AgreementRules => ({
  configured: configuredFor(votes.length, judging),
  tau: judging.tau,
})

/** A share as far as it means something, and as it is printed. */
export const fraction = (value: number): number => Number(value.toFixed(8))

/** Agrees on the votes of this moment, by the τ in force. */
export const agreeNow = (votes: readonly PriceVote[], judging: Judging): Agreed<PriceVote> | NotAgreed => {
  // Of silenced venues too: without them fewer liars would be half of those left.
  const ranges = votes.flatMap(({ range }) => range ?? [])
  // As it is printed, so that whoever counts again draws the line at the same place.
  const tau = fraction(tauInForce(judging.tau, ranges))
  return agree(votes, rulesOf(votes, { ...judging, tau }))
}

/** Venues that quote what is asked. */
export const directBallot = (votes: readonly PriceVote[], judging: Judging): Ballot | NotAgreed => {
  const agreement = agreeNow(votes, judging)
  return agreement.kind === 'agreed' ? { kind: 'ballot', agreement, usdt: null, unheard: [] } : agreement
}

/**
 * Venues in dollars beside venues in USDT, which count at a rate that has passed an agreement of its own, or not at all.
 * Without one the τ of a calm market holds: among the few that are left a minority could make it wide by jumping about.
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
