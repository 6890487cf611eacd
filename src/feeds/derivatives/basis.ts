import { PERPETUAL_VENUES } from '../../sources/perpetuals/venues.ts'
import type { PerpetualAsset } from '../../sources/perpetual.ts'
import { MINUTE_MS } from '../../time-units.ts'
import type { TickContext } from '../feed.ts'
import { venueParts } from '../venue-parts.ts'
import type { VenueBasis } from './basis-content.ts'
import { isLive } from './index-watch.ts'
import { fundingOf, PERPETUAL_LIFETIME } from './perpetual.ts'
import { PERPETUAL_PARTS, type VenueContract, venueContracts } from './venue-contracts.ts'

/** Mark and index of two moments make a premium of what the coin moved between them. */
export const BASIS_APART_MS = MINUTE_MS

const WITH_INDEX = PERPETUAL_VENUES.filter(({ lacksIndex }) => !lacksIndex).map(({ name }) => name)

/** The venues with an index apart from the mark: the basis of another would always be zero, and pull the median there. */
export const BASIS_PARTS = venueParts({
  venues: WITH_INDEX,
  lifetime: PERPETUAL_LIFETIME,
  quorum: PERPETUAL_PARTS.quorum,
})

const basisIn = ({ exchange, facts, kept }: VenueContract, now: number): VenueBasis | null => {
  const { mark, index } = facts
  if (!mark || !index || !WITH_INDEX.includes(exchange)) return null
  if (Math.abs(mark.at - index.at) > BASIS_APART_MS || !isLive(kept.index, now)) return null
  const funding = fundingOf(facts)
  return {
    exchange,
    mark: mark.value,
    index: index.value,
    funding: funding && { rate8h: funding.rate8h, intervalHours: funding.intervalHours },
    at: Math.min(mark.at, index.at),
  }
}

/** The venues that have a mark and a live index of the same minute, by name. */
export const venueBases = (
  context: Pick<TickContext, 'boards' | 'now'>,
  asset: PerpetualAsset,
): readonly VenueBasis[] => venueContracts(context, asset).flatMap((contract) => basisIn(contract, context.now) ?? [])
