import type { AnyBoard } from '../board.ts'
import type { Declined, TickContext } from '../feed.ts'
import { legActor, legBoards, legNow } from './cross.ts'
import type { FxLeg } from './fx-legs.ts'
import { crossed } from './fx-venues.ts'
import { type LegView, viewsOf } from './leg-answer.ts'
import type { Pair } from './pairs.ts'
import type { PriceConclusion } from './price-answer.ts'

/** From dollars into the currency of a pair, by our own leg: the last step of every family that is sold in others. */

/** What a price is made of. */
type Parts = Pick<PriceConclusion, 'value' | 'sources' | 'confidence' | 'legs'>

export interface Crossing {
  readonly kind: 'crossing'
  /** None where the pair is in dollars. */
  readonly legs: readonly FxLeg[]
  /** A price in dollars as one of the pair, with all that stands behind the leg, unrounded. */
  priced(dollars: Parts): Parts & Pick<PriceConclusion, 'market'>
}

/** The pair's leg as this tick sees it, or why there is none. */
export const crossingOf = (look: TickContext, { quote }: Pair): Crossing | Declined => {
  const leg = quote === 'USD' ? null : legNow(look, quote)
  if (leg === null) return { kind: 'crossing', legs: [], priced: (dollars) => dollars }
  if (leg.kind !== 'leg') return leg
  const views: readonly LegView[] = viewsOf([leg], look.now)
  return {
    kind: 'crossing',
    legs: [leg],
    priced: ({ value, sources, confidence, legs }) => ({
      value: crossed(value, quote, leg),
      sources: [...sources, ...leg.sources],
      confidence: confidence * leg.method,
      legs: [...legs, ...views],
      market: leg.market,
    }),
  }
}

/** The boards of a pair: those of its price in dollars, and those of its leg. */
export const withLeg = ({ quote }: Pair, dollars: readonly AnyBoard[]): readonly AnyBoard[] =>
  quote === 'USD' ? dollars : [...dollars, ...legBoards(quote)]

/** Whose last snapshots a pair looks at: that of its leg. */
export const legsAfter = ({ quote }: Pair): readonly string[] => (quote === 'USD' ? [] : [legActor(quote)])
