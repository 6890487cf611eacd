import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { GPU_PLACES, PRICE_RAILS } from './gpu-prices.ts'
import { ModelRows, type PriceRow, PriceRow as Row, SOURCE_FIELDS, sourceValues } from './compute-fields.ts'

/** The checks of `claros verify`: what follows from the rows of the body, by the functions that the feeds use. */

type Body = Readonly<Record<string, Json>>

const isCheapestFirst = (rows: readonly PriceRow[]): boolean =>
  rows.every((row, at) => at === 0 || rows[at - 1]!.price_usd_per_gpu_hour <= row.price_usd_per_gpu_hour)

const isInRails = ({ price_usd_per_gpu_hour: usd }: PriceRow): boolean =>
  usd >= PRICE_RAILS.low && usd <= PRICE_RAILS.high

const sameRow = (a: PriceRow, b: PriceRow): boolean => Value.Equal(a, b)

const isModelRight = ({ best, all, market, count }: ModelRows): boolean =>
  all.length > 0 &&
  sameRow(best, all[0]!) &&
  [all, market].every(isCheapestFirst) &&
  all.every(({ tag }) => tag === 'on_demand') &&
  market.every(({ tag }) => tag !== 'on_demand') &&
  [...all, ...market].every(isInRails) &&
  count === all.length + market.length &&
  new Set([...all, ...market].map(({ provider }) => provider)).size > 1

const Sources = Type.Object(SOURCE_FIELDS)

/** Sources, age and confidence, from the rows; whether something is doubtful is taken as it is told. */
const sourcesCheck = (rows: readonly PriceRow[], body: Static<typeof Sources>): Check => {
  const found = sourceValues({ rows, missing: body.missing, isDoubtful: false }, body.fetched_at * 1_000)
  return {
    what: 'sources, age and confidence follow from the rows',
    ok:
      found.sources.join() === body.sources.join() &&
      found.observed_at === body.observed_at &&
      found.confidence === body.confidence &&
      (body.degraded || !found.degraded),
    detail: fixed(found.confidence, 2),
  }
}

const readable = <S extends TSchema>(schema: S, body: Body, checks: (body: Static<S>) => readonly Check[]) =>
  Value.Check(schema, body) ? checks(body) : [{ what: 'the rows are readable', ok: false }]

const Best = Type.Object({ ...ModelRows.properties, ...SOURCE_FIELDS })

export const recountBest = (
  stated: { readonly usd: number; readonly provider: string },
  body: Body,
): readonly Check[] =>
  readable(Best, body, (found) => [
    { what: 'the best price is the first of the list prices, and the rows are in order', ok: isModelRight(found) },
    {
      what: 'the string says the best price',
      ok: found.best.price_usd_per_gpu_hour === stated.usd && found.best.provider === stated.provider,
      detail: fixed(found.best.price_usd_per_gpu_hour, GPU_PLACES),
    },
    sourcesCheck([...found.all, ...found.market], found),
  ])

const All = Type.Object({
  offer_count: Type.Integer(),
  model_count: Type.Integer(),
  models: Type.Array(ModelRows),
  ...SOURCE_FIELDS,
})

export const recountAll = (
  _stated: { readonly offer_count: number; readonly model_count: number },
  body: Body,
): readonly Check[] =>
  readable(All, body, (found) => {
    const rows = found.models.flatMap(({ all, market }) => [...all, ...market])
    return [
      { what: 'every best price is the first of its list prices', ok: found.models.every(isModelRight) },
      {
        what: 'offers and models are counted again',
        ok: rows.length === found.offer_count && found.models.length === found.model_count,
        detail: `${rows.length} offers, ${found.models.length} models`,
      },
      sourcesCheck(rows, found),
    ]
  })

const Ranked = Type.Object({ gpu_model: Type.String(), ...Row.properties })
const Compare = Type.Object({ cheapest: Ranked, ranking: Type.Array(Ranked, { minItems: 1 }), ...SOURCE_FIELDS })

export const recountGpuComparison = (
  stated: { readonly gpu_model: string; readonly usd: number },
  body: Body,
): readonly Check[] =>
  readable(Compare, body, ({ cheapest, ranking, ...found }) => [
    {
      what: 'the cheapest is the first of the ranking, and that is in order',
      ok: Value.Equal(cheapest, ranking[0]) && isCheapestFirst(ranking) && ranking.every(isInRails),
    },
    {
      what: 'the string says the cheapest',
      ok: cheapest.gpu_model === stated.gpu_model && cheapest.price_usd_per_gpu_hour === stated.usd,
      detail: fixed(cheapest.price_usd_per_gpu_hour, GPU_PLACES),
    },
    sourcesCheck(ranking, found),
  ])
