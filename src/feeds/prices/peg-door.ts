import type { Kept } from '../board.ts'
import type { TickContext } from '../feed.ts'
import { agree, TAU } from '../math/agreement.ts'
import { PEG_RULES } from './quotes.ts'
import { PEG_VENUES } from './spot-legs.ts'
import { configuredFor, votesOf } from './votes.ts'

/** What USDC is worth to who takes it as payment: whether it is a dollar still, not what it is sold at. */

export interface PegSeen {
  /** Dollars per USDC, not rounded. */
  readonly value: number
}

/** Written with each agreement, and left alone without one: its time is that of the last. */
export const PEG_SEEN: Kept<PegSeen | null> = { id: 'door/USDC', empty: null }

/**
 * A wider agreement than that of the price: a peg that wavers is still one, and a door that shuts whenever venues lie two
 * tenths of a per cent apart shuts with every quiet book. Nothing is sold at it. `null` without a majority.
 */
export const pegSeen = ({ boards, now, quorum }: TickContext): PegSeen | null => {
  const venues = PEG_VENUES['USDC']!
  const votes = votesOf(boards, venues, 'USDC/USD', PEG_RULES, now)
  const configured = configuredFor(votes.length, { configured: venues.length, quorum })
  const found = agree(votes, { configured, tau: TAU.door })
  return found.kind === 'agreed' ? { value: found.value } : null
}
