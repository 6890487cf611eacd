import { type Static, Type } from '@sinclair/typebox'
import { word } from '../answer-fields.ts'
import { boundSale } from '../bound-sale.ts'
import { Blended, rankedFor, rankedUsually, type Task, TASKS } from './blend.ts'
import { LIST_FIELDS, listValues, ModelRow } from './inference-fields.ts'
import { firstOf, INFERENCE_SALE, inferenceTokens } from './inference-sale.ts'
import type { PricedModel } from './model-rows.ts'
import { HOSTS, type Host, TIERS } from './models.ts'
import { recountTokenComparison, recountList, recountTask } from './recount-inference.ts'

/** The four answers about prices of tokens besides their envelopes, and how each is sold. */

const COUNT = { model_count: Type.Integer({ description: 'Rows' }) }

export const PricingAnswer = Type.Object({
  provider: word(HOSTS, 'The host'),
  ...COUNT,
  models: Type.Array(ModelRow, { minItems: 1 }),
  ...LIST_FIELDS,
})
export type PricingAnswer = Static<typeof PricingAnswer>

export const EveryAnswer = Type.Object({ ...COUNT, models: Type.Array(ModelRow, { minItems: 1 }), ...LIST_FIELDS })
export type EveryAnswer = Static<typeof EveryAnswer>

export const TiersAnswer = Type.Object({
  ...COUNT,
  tiers: Type.Array(Type.Object({ tier: word(TIERS, 'Ours'), candidates: Type.Integer(), cheapest: Blended }), {
    minItems: 1,
    description: 'The cheapest model of each tier, three tokens in to one out',
  }),
  models: Type.Array(ModelRow, { minItems: 1, description: 'All of those that were compared' }),
  ...LIST_FIELDS,
})
export type TiersAnswer = Static<typeof TiersAnswer>

export const TaskAnswer = Type.Object({
  task: word(Object.keys(TASKS) as Task[], 'What the model is for'),
  rule: Type.String(),
  ...COUNT,
  best: Blended,
  ranking: Type.Array(Blended, { minItems: 1, description: 'Models that suit the task, the best first' }),
  ...LIST_FIELDS,
})
export type TaskAnswer = Static<typeof TaskAnswer>

export const pricingAnswer = (provider: Host, priced: PricedModel, now: number): PricingAnswer => ({
  provider,
  model_count: priced.rows.length,
  models: [...priced.rows],
  ...listValues(priced, now),
})

export const everyAnswer = (priced: PricedModel, now: number): EveryAnswer => ({
  model_count: priced.rows.length,
  models: [...priced.rows],
  ...listValues(priced, now),
})

/** The cheapest of each tier that has a model. */
const tiersOf = (rows: PricedModel['rows']): TiersAnswer['tiers'] =>
  TIERS.flatMap((tier) => {
    const [cheapest, ...others] = rankedUsually(rows.filter((row) => row.tier === tier))
    return cheapest ? [{ tier, candidates: others.length + 1, cheapest }] : []
  })

export const tiersAnswer = (priced: PricedModel, now: number): TiersAnswer => ({
  model_count: priced.rows.length,
  tiers: tiersOf(priced.rows),
  models: [...priced.rows],
  ...listValues(priced, now),
})

/** `null` if no model suits the task. */
export const taskAnswer = (task: Task, priced: PricedModel, now: number): TaskAnswer | null => {
  const ranking = rankedFor(task, priced.rows)
  const [best] = ranking
  if (!best) return null
  return {
    task,
    rule: TASKS[task].rule,
    model_count: ranking.length,
    best,
    ranking: [...ranking],
    ...listValues({ ...priced, rows: ranking }, now),
  }
}

export const PRICING_SALE = boundSale('INFERENCE', inferenceTokens('PROVIDER'), {
  ...INFERENCE_SALE,
  answer: PricingAnswer,
  path: '/oracle/inference/{provider}/pricing',
  apart: ({ provider, models }) => ({ kind: 'PROVIDER' as const, scope: provider, ...firstOf(rankedUsually(models)) }),
  recompute: recountList,
})

export const EVERY_SALE = boundSale('INFERENCE', inferenceTokens('ALL'), {
  ...INFERENCE_SALE,
  answer: EveryAnswer,
  path: '/oracle/inference/all',
  apart: ({ models }) => ({ kind: 'ALL' as const, scope: 'ALL', ...firstOf(rankedUsually(models)) }),
  recompute: recountList,
})

export const TIERS_SALE = boundSale('INFERENCE', inferenceTokens('COMPARE'), {
  ...INFERENCE_SALE,
  answer: TiersAnswer,
  path: '/oracle/inference/compare',
  apart: ({ models }) => ({ kind: 'COMPARE' as const, scope: 'TIERS', ...firstOf(rankedUsually(models)) }),
  recompute: recountTokenComparison,
})

export const TASK_SALE = boundSale('INFERENCE', inferenceTokens('TASK'), {
  ...INFERENCE_SALE,
  answer: TaskAnswer,
  path: '/oracle/inference/compare/task/{task}',
  apart: ({ task, ranking }) => ({ kind: 'TASK' as const, scope: task, ...firstOf(ranking) }),
  recompute: recountTask,
})
