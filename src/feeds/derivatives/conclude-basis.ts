import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { Subject } from '../subject.ts'
import { isDegraded } from '../venue-parts.ts'
import { BASIS_PARTS, venueBases } from './basis.ts'
import type { BasisAnswer } from './basis-answer.ts'
import type { BasisCarry } from './basis-carry.ts'
import { basisContent } from './basis-content.ts'
import { nearestDated } from './nearest-dated.ts'
import { assetOfSubject } from './perpetual-subjects.ts'

/** The basis of one coin over all venues, or why there is no answer. */
export const concludeBasis = (
  subject: Subject,
  context: TickContext,
): Conclusion<BasisAnswer, BasisCarry> | Declined => {
  const { now, quorum } = context
  const venues = venueBases(context, assetOfSubject(subject))
  const noVenues = BASIS_PARTS.tooFew(venues, quorum)
  if (noVenues) return noVenues

  const content = basisContent(venues)
  const used = venues.filter((_, at) => content.exchanges[at]?.used)
  const tooFew = BASIS_PARTS.tooFew(used, quorum)
  if (tooFew) return tooFew

  const parts = BASIS_PARTS.values(used, now)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      ...content,
      nearest_dated: nearestDated(context, subject),
      ...parts,
      degraded: isDegraded(parts),
    },
    carry: {
      medianBps: content.median_bps,
      spreadBps: content.spread_bps,
      confidence: BASIS_PARTS.confidence(used, now),
      sources: parts.sources,
    },
  }
}
