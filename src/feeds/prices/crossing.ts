import type { AnyBoard } from '../board.ts'
import type { Declined, TickContext } from '../feed.ts'
import { legActor, legBoards, legNow } from './cross.ts'
import type { FxLeg } from './fx-legs.ts'
import { crossed } from './fx-venues.ts'
import { type LegView, viewsOf } from './leg-answer.ts'
import type { Pair } from './pairs.ts'
import type { PriceConclusion } from './price-answer.ts'

/**
 * Converts dollars into the currency of a pair with our own leg: the last step of all prices that are sold in other
 * currencies.
 */

/** The parts of a price. */
type Parts = Pick<PriceConclusion, 'value' | 'sources' | 'confidence' | 'legs'>

export interface Crossing {
  readonly kind: 'crossing'
  /** Empty if the pair is in dollars. */
  readonly legs: readonly FxLeg[]
  /** Converts a price in dollars into one of the pair, with the sources and confidence of the leg, unrounded. */
  priced(dollars: Parts): Parts & Pick<PriceConclusion, 'market'>
}

/** The pair's leg at this tick, or why there is none. */
export const crossingOf = (context: TickContext, { quote }: Pair): Crossing | Declined => {
  const leg = quote === 'USD' ? null : legNow(context, quote)
  if (leg === null) return { kind: 'crossing', legs: [], priced: (dollars) => dollars }
  if (leg.kind !== 'leg') return leg
  const views: readonly LegView[] = viewsOf([leg], context.now)
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

/** The boards of a pair: those of its dollar price and those of its leg. */
export const withLeg = ({ quote }: Pair, dollars: readonly AnyBoard[]): readonly AnyBoard[] =>
  quote === 'USD' ? dollars : [...dollars, ...legBoards(quote)]

/** The actors whose last snapshots a pair reads: that of its leg. */
export const legsAfter = ({ quote }: Pair): readonly string[] => (quote === 'USD' ? [] : [legActor(quote)])
