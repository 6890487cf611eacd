import type { AnyBoard } from '../board.ts'
import { INTEREST_BOARDS } from '../boards/interest-boards.ts'
import { PERPETUAL_BOARDS } from '../boards/perpetual-boards.ts'
import { defineFeed } from '../feed.ts'
import { MOST_FACTOR, PLAUSIBLE_RULE } from '../math/plausible-parts.ts'
import { LEAST_COMPARED, SPAN_TOLERANCE } from '../math/open-interest.ts'
import { concludeInterest, MOST_OFF_MARK } from './conclude-interest.ts'
import { InterestAnswer } from './interest-answer.ts'
import { INTEREST } from './interest-carry.ts'
import { interestExample } from './interest-example.ts'
import { INTEREST_SALE } from './interest-sale.ts'
import { PERPETUAL_SUBJECTS } from './perpetual-subjects.ts'
import { PERPETUAL_PARTS } from './venue-contracts.ts'

const boards: readonly AnyBoard[] = [...PERPETUAL_BOARDS.values(), ...INTEREST_BOARDS.values()]

export const openInterest = defineFeed({
  ...INTEREST,
  family: 'derivatives',
  layer: 'Oracle Data',
  summary: 'Open interest of perpetual futures over nine venues, one side, with its changes over 1, 4 and 24 hours',
  noun: 'open interest',
  subjects: PERPETUAL_SUBJECTS,
  answer: InterestAnswer,
  exampleOf: interestExample,
  methodology: {
    venues: PERPETUAL_PARTS.venues,
    dollars:
      'one side: coins times the mark of the venue, dollars as they stand. Bybit by its single-sided value, and not at all without it; Gate contracts times their multiplier; Deribit dollars (SOL: coins); Hyperliquid as it stands, since whether both sides are in it is disputed',
    plausible: `${PLAUSIBLE_RULE}; nor does one whose mark lies more than ${MOST_OFF_MARK * 100} % from the median of the venues`,
    delta: `100 * (sum now / sum before - 1) over the venues known at both times, null if these hold less than ${LEAST_COMPARED} of the total of now`,
    before: `the row nearest to the time before, at most ${SPAN_TOLERANCE} of the span from it and within a factor of ${MOST_FACTOR} of now. One row per venue and five minutes, its last observation; what was not observed is filled from what ${[...INTEREST_BOARDS.keys()].join(' and ')} tell of their past, coins without dollars at the median price of the other venues' rows of those five minutes`,
    coverage:
      'what the used venues usually hold, of what all venues of the method usually hold; usually: the median of the rows of the last 24 h; a venue whose usual amount is not known counts with the mean of the others',
    quorum: PERPETUAL_PARTS.quorum,
    confidence: `coverage * mean freshness; freshness as in ${PERPETUAL_PARTS.confidenceRule}`,
  },

  everySeconds: 60,
  boards: () => boards,
  conclude: concludeInterest,

  sale: INTEREST_SALE,
})
