import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { inputsCheck } from '../recount-inputs.ts'
import { PerpAnswer } from './perp-answer.ts'
import { isEnoughCovered } from './perp-direction.ts'
import { evaluated } from './perp-evaluated.ts'
import { perpInputs } from './perp-inputs.ts'
import { PERP_HOLD } from './perp-stability.ts'
import { isAllowed, repeats } from './recount-regime.ts'
import { LAST_URGENT_ROW } from './perp-table.ts'

type Body = Readonly<Record<string, Json>>

/** Checks what follows from the inputs of a body, by the functions and the table that the feed uses. */
export const recountPerp = (_stated: unknown, body: Body): readonly Check[] => {
  const at = Number(body['timestamp'])
  if (!Value.Check(PerpAnswer, body)) return [{ what: 'the inputs are readable', ok: false }]
  const { currency, regime, inputs } = body
  const { decision, direction, shown, of } = evaluated(inputs, currency)
  const { row, outcome } = decision
  return [
    inputsCheck(inputs, (context) => perpInputs(context, currency).inputs, at),
    { what: 'the pair is that of the coin', ok: body.pair === `${currency}USD`, detail: body.pair },
    {
      what: 'signals, direction score, row and what is missing follow from the inputs',
      ok: repeats(body, shown),
      detail: String(row),
    },
    {
      what: 'the row allows the regime',
      ok: isAllowed({ outcome, isUrgent: row <= LAST_URGENT_ROW }, body, at, PERP_HOLD),
      detail: outcome,
    },
    { what: 'bias, confidence and risk follow from the inputs', ok: repeats(body, of(regime)) },
    { what: 'enough is there', ok: isEnoughCovered(direction) },
  ]
}
