import type { TickContext } from '../feed.ts'
import { type Agreed, TAU } from '../math/agreement.ts'
import { convertedVotes, impliedVotes, onceEach } from '../math/converted-votes.ts'
import { tauInForce } from '../math/fast-market.ts'
import type { FxVote } from '../math/fx-agreement.ts'
import { COIN, isInRails, isPerUsd, legPair, legVenues, votersOf } from './fx-venues.ts'
import type { Beside } from './hybrid-venues.ts'
import { CRYPTO_RULES, FX_RULES } from './quotes.ts'
import { spotInUsd } from './spot-legs.ts'
import { usdtRate } from './usdt.ts'
import { type Ballot, fraction, type PriceVote, votesOf } from './votes.ts'

/** One venue's vote on a currency, in the direction in which the market quotes it. */
export interface LegVote extends PriceVote, FxVote {
  /** The book that implies it; `null` for a quote of the currency itself. */
  readonly book: string | null
}

/** All votes on a currency. */
export interface LegBallot {
  readonly votes: readonly LegVote[]
  /** How many venues are asked. */
  readonly configured: number
  /** The τ in force. */
  readonly tau: number
  /** Votes from books in USDT that do not count because the value of USDT is not known. */
  readonly unheard: readonly PriceVote[]
  /** The agreed value of USDT; `null` if it is not needed or not known. */
  readonly usdt: Agreed<PriceVote> | null
  /** The agreed price of the coin that implied votes use; `null` if there are none. */
  readonly coin: Ballot | null
}

const quotedIn = (votes: readonly PriceVote[], origin: FxVote['origin'], book: string | null): readonly LegVote[] =>
  votes.map((vote) => ({ ...vote, origin, book }))

/** @param beside the direct prices beside the cross, if the currency goes into one */
export const legBallot = (context: TickContext, currency: string, beside: Beside | null): LegBallot => {
  const { boards, now, quorum } = context
  const venues = legVenues(currency, beside)
  const live = votesOf(boards, venues.live, legPair(currency), FX_RULES, now)
  const tethers = votesOf(boards, venues.tether, `${currency}/USDT`, FX_RULES, now)
  const usdt = venues.tether.length > 0 ? usdtRate(boards, now, quorum) : null
  const book = `${COIN}/${currency}`
  const coin = venues.implied.length > 0 ? spotInUsd(context, COIN) : null
  const agreed = coin?.kind === 'ballot' ? coin : null
  const implied = impliedVotes(
    votesOf(boards, venues.implied, book, CRYPTO_RULES, now),
    agreed?.agreement.value ?? null,
    isPerUsd(currency),
  )
  const votes = onceEach(
    quotedIn(live, 'live', null),
    quotedIn(convertedVotes(tethers, usdt?.value ?? null), 'implied', null),
    quotedIn(implied, 'implied', book),
  ).filter(({ price }) => isInRails(currency, price))
  // Without the USDT rate some venues have lost their vote. Among the few that are left, a minority could widen τ by
  // moving its own prices, so τ stays at its value for calm markets.
  const isWhole = venues.tether.length === 0 || usdt !== null
  const ranges = isWhole ? votes.flatMap(({ range }) => range ?? []) : []
  return {
    votes,
    configured: votersOf(venues).length,
    tau: fraction(tauInForce(TAU.fx, ranges)),
    unheard: usdt === null ? tethers : [],
    usdt: usdt ?? agreed?.usdt ?? null,
    coin: votes.some((vote) => vote.book !== null) ? agreed : null,
  }
}
