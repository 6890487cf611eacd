import { inSeconds } from '../../time-units.ts'
import { missingInputs } from '../attested.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { PerpAnswer } from './perp-answer.ts'
import type { PerpCarry } from './perp-carry.ts'
import { isEnoughCovered, LEAST_COVERAGE } from './perp-direction.ts'
import { evaluated } from './perp-evaluated.ts'
import { perpInputs } from './perp-inputs.ts'
import { settled } from './perp-stability.ts'
import { regimeBefore } from './regime-before.ts'
import type { PerpCoin } from './perp-words.ts'

/** One evaluation of a coin (methods 6.1). */
export const concludePerp = (
  coin: PerpCoin,
  context: TickContext<PerpCarry>,
): Conclusion<PerpAnswer, PerpCarry> | Declined => {
  const { inputs, sources } = perpInputs(context, coin)
  const { direction, decision, shown, of } = evaluated(inputs, coin)
  if (direction.score === null) return { kind: 'input_missing', input: missingInputs(inputs).join(', ') }
  if (!isEnoughCovered(direction)) return { kind: 'low_confidence', found: direction.coverage, floor: LEAST_COVERAGE }
  const { regime, since, candidate } = settled(decision, regimeBefore(context.previous), inSeconds(context.now))
  return {
    kind: 'concluded',
    content: {
      layer: 'Oracle Information',
      currency: coin,
      pair: `${coin}USD`,
      ...of(regime),
      ...shown,
      regime_since: since,
      candidate,
      inputs,
      sources: [...sources],
    },
    carry: { regime, candidate },
  }
}
