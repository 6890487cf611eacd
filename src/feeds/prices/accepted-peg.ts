import type { Kept } from '../board.ts'
import type { TickContext } from '../feed.ts'
import { agree, TAU } from '../math/agreement.ts'
import { PEG_RULES } from './quotes.ts'
import { PEG_VENUES } from './spot-legs.ts'
import { configuredFor, votesOf } from './votes.ts'

/**
 * The value of USDC for accepting it as payment. It only decides whether USDC is still worth a dollar; it is not the
 * price that is sold.
 */

export interface PegSeen {
  /** Dollars per USDC, not rounded. */
  readonly value: number
}

/** Written after each agreement, and unchanged without one, so that its time is that of the last agreement. */
export const PEG_SEEN: Kept<PegSeen | null> = { id: 'door/USDC', empty: null }

/**
 * The agreed value of USDC, with a wider τ than that of the price; `null` without a majority. Venues with thin books
 * often differ by two tenths of a per cent while the peg still holds. With the price's τ, payments would then stop.
 * This value is never sold.
 */
export const pegSeen = ({ boards, now, quorum }: TickContext): PegSeen | null => {
  const venues = PEG_VENUES['USDC']!
  const votes = votesOf(boards, venues, 'USDC/USD', PEG_RULES, now)
  const configured = configuredFor(votes.length, { configured: venues.length, quorum })
  const found = agree(votes, { configured, tau: TAU.acceptance })
  return found.kind === 'agreed' ? { value: found.value } : null
}
