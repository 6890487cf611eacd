import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { jcs, type Json } from '../../canonical/jcs.ts'
import { missingInputs } from '../attested.ts'
import { repeats } from './recount-regime.ts'
import { TradfiAnswer } from './tradfi-answer.ts'
import { tradfiEvaluated } from './tradfi-evaluated.ts'
import { CURVE_SECONDS, tradfiSources } from './tradfi-inputs.ts'
import { allowsTradfi } from './tradfi-regime.ts'

/** Checks what follows from the inputs of a body, by the functions that the feed uses. */
export const recountTradfi = (_stated: unknown, body: Readonly<Record<string, Json>>): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(TradfiAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const { shown, alarms } = tradfiEvaluated(body.inputs)
  if (shown === null) return [{ what: 'enough parts are there', ok: false }]
  const missing = missingInputs(body.inputs)
  const observed = body.inputs.yield_curve_observed_at.value
  return [
    {
      what: 'composite, confidence and dominant signal follow from the inputs',
      ok: repeats(body, shown),
      detail: String(shown.composite),
    },
    { what: 'the composite or the override allows the regime', ok: allowsTradfi(shown.composite, alarms, body) },
    { what: 'the yield curve is young enough', ok: observed === null || at - observed <= CURVE_SECONDS },
    {
      what: 'what is missing is said',
      ok:
        jcs(body.missing) === jcs(missing) &&
        body.degraded === missing.length > 0 &&
        jcs(body.sources) === jcs(tradfiSources(body.inputs)),
    },
  ]
}
