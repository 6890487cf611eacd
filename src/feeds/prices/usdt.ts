import type { Boards } from '../board.ts'
import { venuesOf } from '../boards/ticker-boards.ts'
import type { TickContext } from '../feed.ts'
import { type Agreed, TAU } from '../math/agreement.ts'
import { USDT_RULES } from './quotes.ts'
import { agreeNow, type PriceVote, votesOf } from './votes.ts'

/** Venues whose direct USDT/USD quotes make the conversion rate. */
export const USDT_RATE_VENUES = venuesOf('USDT/USD')

/**
 * Dollars per USDT: a number of its own, by the rule that prices go by, so that no vote stands on the votes beside it. `null`
 * when no majority agrees: books in USDT do not vote then.
 */
export const usdtRate = (boards: Boards, now: number, quorum: TickContext['quorum']): Agreed<PriceVote> | null => {
  const votes = votesOf(boards, USDT_RATE_VENUES, 'USDT/USD', USDT_RULES, now)
  const found = agreeNow(votes, { configured: USDT_RATE_VENUES.length, tau: TAU.peg, quorum })
  return found.kind === 'agreed' ? found : null
}
