import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { pick } from '../pick.ts'
import { allowsRegime } from './held-regime.ts'
import { LiquidityAnswer } from './liquidity-answer.ts'
import { liquidityEvaluated } from './liquidity-evaluated.ts'
import { missingByCoin } from './liquidity-missing.ts'

/** Checks what follows from the inputs of a body, by the functions and the tables that the feed uses. */
export const recountLiquidity = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(LiquidityAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const found = liquidityEvaluated(body.inputs)
  if (found === null) return [{ what: 'enough signals are there', ok: false }]
  const { shown, outcome } = found
  const missing = missingByCoin(body.inputs)
  return [
    {
      what: 'signals, score, dominant signal and confidence follow from the inputs',
      ok: jcs(pick(body, Object.keys(shown) as (keyof typeof shown)[]) as Json) === jcs(shown),
      detail: String(shown.stress_score),
    },
    { what: 'the score allows the regime', ok: allowsRegime(outcome, { ...body, at }), detail: outcome.outcome },
    {
      what: 'what is missing is said',
      ok: jcs(body.missing) === jcs(missing) && body.degraded === missing.length > 0,
    },
  ]
}
