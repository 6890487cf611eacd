import { type Static, type TSchema, Type } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Check } from '../../canonical/check.ts'
import { fixed } from '../../canonical/decimal.ts'
import type { Json } from '../../canonical/jcs.ts'
import { Blended, rankedFor, rankedUsually, type Task, TASKS } from './blend.ts'
import { LIST_FIELDS, listValues, ModelRow, TOKEN_PLACES } from './inference-fields.ts'
import { firstOf } from './inference-sale.ts'
import { TIERS } from './models.ts'

/** The checks of `claros verify`: what follows from the rows of the body, by the functions that the feeds use. */

type Body = Readonly<Record<string, Json>>

/** What the string states. */
interface Stated {
  readonly model_count: number
  readonly cheapest_model: string
  readonly blended: number
}

const Lists = Type.Object(LIST_FIELDS)

const listsCheck = (rows: readonly ModelRow[], body: Static<typeof Lists>): Check => {
  const { left_out: leftOut, missing, fetched_at: fetched } = body
  const found = listValues({ rows, leftOut, missing }, fetched * 1_000)
  return {
    what: 'sources, age and confidence follow from the rows',
    ok: (Object.keys(found) as (keyof typeof found)[]).every((name) => Value.Equal(found[name], body[name])),
    detail: fixed(found.confidence, 2),
  }
}

const firstCheck = (ranking: readonly Blended[], count: number, stated: Stated): Check => {
  const found = firstOf(ranking)
  return {
    what: 'the string says how many models there are and which is the first',
    ok:
      count === stated.model_count &&
      found.cheapest_model === stated.cheapest_model &&
      found.blended === stated.blended,
    detail: `${found.cheapest_model} ${fixed(found.blended, TOKEN_PLACES)}`,
  }
}

const readable = <S extends TSchema>(schema: S, body: Body, checks: (body: Static<S>) => readonly Check[]) =>
  Value.Check(schema, body) ? checks(body) : [{ what: 'the rows are readable', ok: false }]

const Listed = Type.Object({ models: Type.Array(ModelRow, { minItems: 1 }), ...LIST_FIELDS })

export const recountList = (stated: Stated, body: Body): readonly Check[] =>
  readable(Listed, body, (found) => [
    firstCheck(rankedUsually(found.models), found.models.length, stated),
    listsCheck(found.models, found),
  ])

const Tiers = Type.Object({
  models: Type.Array(ModelRow, { minItems: 1 }),
  tiers: Type.Array(Type.Object({ tier: Type.String(), candidates: Type.Integer(), cheapest: Blended })),
  ...LIST_FIELDS,
})

export const recountTokenComparison = (stated: Stated, body: Body): readonly Check[] =>
  readable(Tiers, body, (found) => {
    const expected = TIERS.flatMap((tier) => {
      const ranked = rankedUsually(found.models.filter((row) => row.tier === tier))
      return ranked.length > 0 ? [{ tier, candidates: ranked.length, cheapest: ranked[0] }] : []
    })
    return [
      { what: 'the cheapest of each tier follows from the models', ok: Value.Equal(expected, found.tiers) },
      firstCheck(rankedUsually(found.models), found.models.length, stated),
      listsCheck(found.models, found),
    ]
  })

const Ranked = Type.Object({
  task: Type.String(),
  best: Blended,
  ranking: Type.Array(Blended, { minItems: 1 }),
  ...LIST_FIELDS,
})

const isTask = (word: string): word is Task => Object.hasOwn(TASKS, word)

export const recountTask = (stated: Stated, body: Body): readonly Check[] =>
  readable(Ranked, body, ({ task, best, ranking, ...lists }) => [
    {
      what: 'the ranking follows from the prices and the rule of the task',
      ok: isTask(task) && Value.Equal(rankedFor(task, ranking), ranking) && Value.Equal(best, ranking[0]),
    },
    firstCheck(ranking, ranking.length, stated),
    listsCheck(ranking, lists),
  ])
