import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { FROZEN_MS } from '../boards/board-quote.ts'
import { type ContractState, PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import type { TickContext } from '../feed.ts'
import { venueParts } from '../venue-parts.ts'
import { type ContractFacts, factsOf, PERPETUAL_LIFETIME } from './perpetual.ts'

/** One venue's perpetual on a coin: what may be believed of it now, and what its board keeps of it. */
export interface VenueContract {
  readonly exchange: string
  readonly facts: ContractFacts
  readonly kept: ContractState
}

/** How every measure of perpetuals tells of its venues; fewer than four are no market. */
export const PERPETUAL_PARTS = venueParts({
  venues: [...PERPETUAL_BOARDS.keys()],
  lifetime: PERPETUAL_LIFETIME,
  quorum: 4,
})

/** The venues that know a coin's perpetual and have not stood still, by name. Each may lack any fact. */
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
