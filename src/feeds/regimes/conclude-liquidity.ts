import { inSeconds } from '../../time-units.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { type BeforeOf, heldRegime } from './held-regime.ts'
import type { LiquidityAnswer } from './liquidity-answer.ts'
import type { LiquidityCarry } from './liquidity-carry.ts'
import { liquidityEvaluated } from './liquidity-evaluated.ts'
import { liquidityInputs } from './liquidity-inputs.ts'
import { missingByCoin } from './liquidity-missing.ts'
import type { LiquidityRegime } from './liquidity-words.ts'

const beforeOf = ({ previous }: TickContext<LiquidityCarry>): BeforeOf<LiquidityRegime> | null =>
  previous && { ...previous.carry, timestamp: previous.timestamp }

/** One evaluation of the market (methods 6.2). */
export const concludeLiquidity = (
  context: TickContext<LiquidityCarry>,
): Conclusion<LiquidityAnswer, LiquidityCarry> | Declined => {
  const { inputs, sources } = liquidityInputs(context)
  const missing = missingByCoin(inputs)
  const found = liquidityEvaluated(inputs)
  if (found === null) return { kind: 'input_missing', input: missing.join(', ') }
  const { regime, since, candidate } = heldRegime(found.outcome, beforeOf(context), inSeconds(context.now))
  return {
    kind: 'concluded',
    content: {
      layer: 'Oracle Information',
      scope: 'LIQUIDITY',
      regime,
      ...found.shown,
      degraded: missing.length > 0,
      regime_since: since,
      candidate,
      inputs,
      missing,
      sources,
    },
    carry: { regime, since, candidate },
  }
}
