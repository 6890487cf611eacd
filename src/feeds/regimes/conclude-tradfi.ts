import { inSeconds } from '../../time-units.ts'
import { missingInputs } from '../attested.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import type { TradfiAnswer } from './tradfi-answer.ts'
import type { TradfiCarry } from './tradfi-carry.ts'
import { tradfiEvaluated } from './tradfi-evaluated.ts'
import { tradfiInputs, tradfiSources } from './tradfi-inputs.ts'
import { tradfiRegime } from './tradfi-regime.ts'
import { LEAST_WEIGHT } from './tradfi-weights.ts'

/** Goes on from the last snapshot, which is stored and so does not depend on a process. */
const sinceOf = (regime: string, { previous, now }: TickContext<TradfiCarry>): number => {
  const since = previous?.content['regime_since']
  return previous?.carry.regime === regime && typeof since === 'number' ? since : inSeconds(now)
}

/** One evaluation (methods 6.3). */
export const concludeTradfi = (context: TickContext<TradfiCarry>): Conclusion<TradfiAnswer, TradfiCarry> | Declined => {
  const inputs = tradfiInputs(context)
  const missing = missingInputs(inputs)
  const { coverage, alarms, shown } = tradfiEvaluated(inputs)
  if (coverage === 0) return { kind: 'input_missing', input: missing.join(', ') }
  if (shown === null) return { kind: 'low_confidence', found: coverage, floor: LEAST_WEIGHT }
  const carry = tradfiRegime(shown.composite, alarms, context.previous?.carry ?? null)
  return {
    kind: 'concluded',
    content: {
      layer: 'Oracle Information',
      scope: 'TRADFI',
      ...carry,
      ...shown,
      degraded: missing.length > 0,
      regime_since: sinceOf(carry.regime, context),
      inputs,
      missing,
      sources: tradfiSources(inputs),
    },
    carry,
  }
}
