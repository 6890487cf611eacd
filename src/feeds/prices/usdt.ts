import type { Boards } from '../board.ts'
import { venuesOf } from '../boards/ticker-boards.ts'
import type { TickContext } from '../feed.ts'
import { type Agreed, TAU } from '../math/agreement.ts'
import { USDT_RULES } from './quotes.ts'
import { agreeNow, type PriceVote, votesOf } from './votes.ts'

/** Venues whose direct USDT/USD quotes give the conversion rate. */
export const USDT_RATE_VENUES = venuesOf('USDT/USD')

/**
 * Dollars per USDT. It is an agreement of its own by the same rule as prices, so that no vote depends on the votes
 * beside it. `null` if no majority agrees: then books in USDT do not vote.
 */
export const usdtRate = (boards: Boards, now: number, quorum: TickContext['quorum']): Agreed<PriceVote> | null => {
  const votes = votesOf(boards, USDT_RATE_VENUES, 'USDT/USD', USDT_RULES, now)
  const found = agreeNow(votes, { configured: USDT_RATE_VENUES.length, tau: TAU.peg, quorum })
  return found.kind === 'agreed' ? found : null
}
