import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { MOST_FACTOR, plausibleParts, type UsualParts } from '../math/plausible-parts.ts'
import { median } from '../math/robust.ts'
import { deltaPct, isComparable, type Span } from '../math/open-interest.ts'
import type { Subject } from '../subject.ts'
import { isDegraded } from '../venue-parts.ts'
import type { InterestAnswer } from './interest-answer.ts'
import type { InterestCarry } from './interest-carry.ts'
import { changeOf, interestContent, type VenueInterest } from './interest-content.ts'
import { interestReadings } from './interest.ts'
import { assetOfSubject } from './perpetual-subjects.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

type Changes = InterestCarry['delta']

const bySpan = (of: (span: Span) => number | null): Changes => ({ '1h': of('1h'), '4h': of('4h'), '24h': of('24h') })

/** The change of the coins, over the same venues as that of the dollars, and told where that is. */
const coinsChange = (venues: readonly VenueInterest[], span: Span): number | null => {
  const compared = (amount: 'coins' | 'usd') =>
    venues.map((venue) => ({
      exchange: venue.exchange,
      now: venue[amount],
      before: venue.before[span]?.[amount] ?? null,
    }))
  return isComparable(compared('usd')) ? deltaPct(compared('coins')) : null
}

/** Usual amounts of venues that are known, and not of one whose rows are full of another unit. */
const believable = (usual: Readonly<Record<string, number>>, known: UsualParts): Readonly<Record<string, number>> =>
  Object.fromEntries(
    Object.entries(usual).filter(([exchange, amount]) => {
      const usually = known[exchange]?.amount
      return usually !== undefined && amount <= usually * MOST_FACTOR && amount * MOST_FACTOR >= usually
    }),
  )

/** A mark further than this from the median of the venues is of another coin, unit or time, and so is the amount. */
export const MOST_OFF_MARK = 0.05

const withMarkOfOthers = (found: readonly VenueInterest[]): readonly VenueInterest[] => {
  if (found.length === 0) return found
  const middle = median(found.map(({ mark }) => mark))
  return found.filter(({ mark }) => Math.abs(mark / middle - 1) <= MOST_OFF_MARK)
}

/** The open interest of one coin over all venues, or why there is no answer. */
export const concludeInterest = (
  subject: Subject,
  context: TickContext<InterestCarry>,
): Conclusion<InterestAnswer, InterestCarry> | Declined => {
  const { now } = context
  const { venues: found, usual } = interestReadings(context, assetOfSubject(subject))
  const judged = plausibleParts(
    withMarkOfOthers(found).map((venue) => ({ ...venue, amount: venue.usd })),
    context.previous?.carry.usual ?? null,
    now,
  )
  const venues = judged.entered
  const tooFew = PERPETUAL_PARTS.tooFew(venues, context.quorum)
  if (tooFew) return tooFew

  const content = interestContent(venues, believable(usual, judged.usual))
  const parts = PERPETUAL_PARTS.values(venues, now, content.coverage)
  const entered = new Set(parts.sources)
  return {
    kind: 'concluded',
    content: {
      pair: subject.domain,
      ...content,
      rejected: found.map(({ exchange }) => exchange).filter((exchange) => !entered.has(exchange)),
      ...parts,
      degraded: isDegraded(parts),
    },
    carry: {
      totalUsd: content.total_oi_usd,
      delta: bySpan((span) => changeOf(content.exchanges, span).unrounded),
      deltaCoins: bySpan((span) => coinsChange(venues, span)),
      confidence: PERPETUAL_PARTS.confidence(venues, now, content.coverage),
      sources: parts.sources,
      usual: judged.usual,
    },
  }
}
