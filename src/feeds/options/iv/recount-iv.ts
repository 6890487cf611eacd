import { type Static, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../../canonical/check.ts'
import type { Json } from '../../../canonical/jcs.ts'
import { rounded } from '../../../canonical/measure.ts'
import { isOrigin, ORIGIN } from '../chains/main-chain.ts'
import { daysUntil, IV_PLACES, type IvMeasures, ivMeasures, skewExpiry } from './iv-measures.ts'

/** What the summary is counted again from. */
const Inputs = Type.Object({
  expiries: Type.Array(
    Type.Object({
      expiry: Type.String({ pattern: String.raw`^\d{4}-\d\d-\d\d$` }),
      days: Type.Number(),
      atm_iv: Type.Union([Type.Number(), Type.Null()]),
      forward: Type.Number({ exclusiveMinimum: 0 }),
      option_count: Type.Integer(),
      two_sided_share: Type.Number({ minimum: 0, maximum: 1 }),
    }),
  ),
  ...ORIGIN,
  smile: Type.Array(Type.Object({ strike: Type.Number({ exclusiveMinimum: 0 }), iv: Type.Number() })),
})

const FIELDS = [
  'atm_iv',
  'call_25d_iv',
  'put_25d_iv',
  'risk_reversal_25d',
  'butterfly_25d',
  'skew_tenor_days',
  'near_far_ratio',
] as const satisfies readonly (keyof IvMeasures)[]

const hasItsDays = ({ fetched_at, expiries }: Static<typeof Inputs>): boolean =>
  expiries.every(({ expiry, days }) => rounded(daysUntil(expiry, fetched_at), IV_PLACES.days) === days)

/** Coverage lies between the shares of the expiries. */
const bestShare = ({ expiries }: Static<typeof Inputs>): number =>
  Math.max(...expiries.map(({ two_sided_share: share }) => share))

/** Works out the numbers of a summary from the expiries and the smile in its body. */
export const recountedIv = (body: Readonly<Record<string, Json>>): readonly Check[] => {
  const inputs: unknown = body
  const found = Value.Check(Inputs, inputs) ? { inputs, measures: ivMeasures(inputs) } : null
  const wrong = FIELDS.filter((name) => found?.measures?.[name] !== body[name])
  const skew = found && skewExpiry(found.inputs.expiries, found.inputs.fetched_at)
  const options = found?.inputs.expiries.reduce((sum, { option_count }) => sum + option_count, 0)
  return [
    {
      what: 'volatilities are recomputed from the expiries and the smile',
      ok: wrong.length === 0,
      detail: wrong.join(', '),
    },
    {
      what: 'the expiries are those of the count',
      ok:
        found !== null &&
        hasItsDays(found.inputs) &&
        body['skew_expiry'] === (skew?.expiry ?? null) &&
        body['option_count'] === options,
      detail: String(body['skew_expiry'] ?? ''),
    },
    {
      what: 'age and confidence are possible for the venue',
      ok:
        found !== null &&
        found.measures !== null &&
        isOrigin(found.inputs, bestShare(found.inputs), !found.measures.bracketed),
    },
  ]
}
