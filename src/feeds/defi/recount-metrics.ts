import { Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import type { Json } from '../../canonical/jcs.ts'
import { rounded } from '../../canonical/measure.ts'
import { ROWS_FIELDS } from './defi-fields.ts'
import { RateRow } from './rate-row.ts'
import { ofReadableBody, rateRowsCheck, sourcesCheck } from './recount-yield.ts'
import { SIZE_FIELDS, sizesOf } from './sizes.ts'
import { RATE_PLACES } from './witnesses.ts'

/** The checks of `claros verify` on sizes. */

type Body = Readonly<Record<string, Json>>

const isLargestFirst = (rows: readonly { readonly tvl_usd: number }[]): boolean =>
  rows.every((row, at) => at === 0 || rows[at - 1]!.tvl_usd >= row.tvl_usd)

const Sizes = Type.Object({ protocol: Type.String(), chain: Type.String(), ...SIZE_FIELDS })
const Metrics = Type.Object({ total_tvl_usd: Type.Integer(), protocols: Type.Array(Sizes, { minItems: 1 }) })

export const recountMetrics = (stated: { readonly tvl_usd: number }, body: Body): readonly Check[] =>
  ofReadableBody(Metrics, body, ({ total_tvl_usd: total, protocols }) => [
    {
      what: 'the total is the sum of the rows, and stands in the string',
      ok: protocols.reduce((sum, each) => sum + each.tvl_usd, 0) === total && total === stated.tvl_usd,
      detail: String(total),
    },
    {
      what: 'sizes and utilisation of each row follow from what is supplied and borrowed, the largest first',
      ok:
        isLargestFirst(protocols) &&
        protocols.every(
          ({ tvl_usd: tvl, supplied_usd: supplied, borrowed_usd: borrowed, utilization }) =>
            tvl === supplied - borrowed &&
            utilization === (supplied > 0 ? rounded(borrowed / supplied, RATE_PLACES) : null),
        ),
    },
  ])

const Protocol = Type.Object({
  protocol: Type.String(),
  ...SIZE_FIELDS,
  assets: Type.Array(RateRow, { minItems: 1 }),
  ...ROWS_FIELDS,
})

export const recountProtocol = (
  stated: { readonly protocol: string; readonly tvl_usd: number },
  body: Body,
): readonly Check[] =>
  ofReadableBody(Protocol, body, ({ protocol, assets, ...rest }) => {
    const found = sizesOf(assets)
    return [
      {
        what: 'the sizes follow from the rows of this protocol, and stand in the string',
        ok:
          protocol === stated.protocol &&
          found.tvl_usd === stated.tvl_usd &&
          assets.every((row) => row.protocol === protocol) &&
          isLargestFirst(assets) &&
          (Object.keys(found) as (keyof typeof found)[]).every((name) => Value.Equal(found[name], rest[name])),
        detail: String(found.tvl_usd),
      },
      rateRowsCheck(assets),
      sourcesCheck(assets, rest),
    ]
  })
