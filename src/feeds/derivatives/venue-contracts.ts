import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { FROZEN_MS } from '../boards/board-quote.ts'
import { type ContractState, PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import type { TickContext } from '../feed.ts'
import { venueParts } from '../venue-parts.ts'
import { type ContractFacts, factsOf, PERPETUAL_LIFETIME } from './perpetual.ts'

/** One venue's perpetual on a coin: its usable facts now, and the state that its board keeps. */
export interface VenueContract {
  readonly exchange: string
  readonly facts: ContractFacts
  readonly kept: ContractState
}

/**
 * The parts of an answer about its venues, the same for all perpetual feeds. Fewer than four venues are not a market.
 */
export const PERPETUAL_PARTS = venueParts({
  venues: [...PERPETUAL_BOARDS.keys()],
  lifetime: PERPETUAL_LIFETIME,
  quorum: 4,
})

/** The venues that list a coin's perpetual and are not frozen, by name. Any single fact of a venue may be missing. */
export const venueContracts = (
  { boards, now }: Pick<TickContext, 'boards' | 'now'>,
  asset: PerpetualAsset,
): readonly VenueContract[] =>
  [...PERPETUAL_BOARDS]
    .flatMap(([exchange, board]): readonly VenueContract[] => {
      const state = boards.read(board)
      const kept = state?.contracts[asset]
      if (!state || !kept || now - state.changedAt > FROZEN_MS) return []
      return [{ exchange, facts: factsOf(kept.facts, now), kept }]
    })
    .toSorted((a, b) => (a.exchange < b.exchange ? -1 : 1))
