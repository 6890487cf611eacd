import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { ROWS_FIELDS, rowsValues } from './defi-fields.ts'
import { rankedRates } from './ranking.ts'
import { derivedValues, RateRow } from './rate-row.ts'
import { agreementOf } from './second-witness.ts'
import { RATE_PLACES } from './witnesses.ts'

/** The checks of `claros verify`: what follows from the rows of the body, by the functions that the feeds use. */

type Body = Readonly<Record<string, Json>>

export const ofReadableBody = <S extends TSchema>(
  schema: S,
  body: Body,
  checks: (body: Static<S>) => readonly Check[],
) => (Value.Check(schema, body) ? checks(body) : [{ what: 'the rows are readable', ok: false }])

const isRight = (row: RateRow): boolean => {
  const { agreement } = row
  return (
    Object.entries(derivedValues(row)).every(([name, value]) => row[name as keyof RateRow] === value) &&
    agreement === agreementOf(row) &&
    row.degraded === (agreement !== 'agrees')
  )
}

export const rateRowsCheck = (rows: readonly RateRow[]): Check => ({
  what: 'yields, utilisation and agreement follow from the rates of each row',
  ok: rows.every(isRight),
})

const Sources = Type.Object(ROWS_FIELDS)

export const sourcesCheck = (rows: readonly RateRow[], body: Static<typeof Sources>): Check => {
  const found = rowsValues(rows, body.missing, body.fetched_at * 1_000)
  return {
    what: 'sources, age and confidence follow from the rows',
    ok: (Object.keys(found) as (keyof typeof found)[]).every((name) => Value.Equal(found[name], body[name])),
    detail: fixed(found.confidence, 2),
  }
}

const Every = Type.Object({ rates: Type.Array(RateRow, { minItems: 1 }), ...ROWS_FIELDS })

export const recountAllRates = (stated: { readonly count: number }, body: Body): readonly Check[] =>
  ofReadableBody(Every, body, ({ rates, ...rest }) => [
    { what: 'the rows are counted again', ok: rates.length === stated.count, detail: String(rates.length) },
    rateRowsCheck(rates),
    sourcesCheck(rates, rest),
  ])

const Ranked = Type.Object({
  scope: Type.String(),
  asset: Type.String(),
  best: RateRow,
  ranking: Type.Array(RateRow, { minItems: 1 }),
  ...ROWS_FIELDS,
})

export const recountRanking = (
  stated: { readonly kind: string; readonly protocol: string; readonly chain: string; readonly supply_apr: number },
  body: Body,
): readonly Check[] =>
  ofReadableBody(Ranked, body, ({ scope, asset, best, ranking, ...rest }) => [
    {
      what: 'the ranking is in order, of one asset, and its first is the best',
      ok:
        Value.Equal(rankedRates(ranking), ranking) &&
        Value.Equal(best, ranking[0]) &&
        ranking.every((row) => row.asset === asset),
    },
    {
      what: 'the string says the path and the best rate',
      ok:
        stated.kind === `YIELD_${scope.toUpperCase()}` &&
        best.protocol === stated.protocol &&
        best.chain === stated.chain &&
        best.supply_apr === stated.supply_apr,
      detail: fixed(best.supply_apr, RATE_PLACES),
    },
    rateRowsCheck(ranking),
    sourcesCheck(ranking, rest),
  ])

export const recountRate = (_stated: unknown, body: Body): readonly Check[] =>
  ofReadableBody(RateRow, body, (row) => [rateRowsCheck([row])])
