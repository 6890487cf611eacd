import { GPU_MODELS, type GpuModel } from '../../sources/compute/gpu-models.ts'
import type { Declined, TickContext } from '../feed.ts'
import type { ModelRows } from './compute-fields.ts'
import { LEAST_GPU_MODELS } from './compute-sale.ts'
import { type FoundModel, modelRows } from './model-rows.ts'

/** All models that have a price at this tick. */
export interface EveryModel {
  readonly kind: 'every'
  readonly found: readonly ModelRows[]
  readonly absent: readonly GpuModel[]
  /** Sources that had nothing to say of a model that has a price. */
  readonly missing: readonly string[]
}

/** The models, in the order of their list, or why there are too few of them. */
export const everyOf = (
  models: readonly { readonly model: GpuModel; readonly result: FoundModel | Declined }[],
): EveryModel | Declined => {
  const found = models.flatMap(({ result }) => (result.kind === 'found' ? [result] : []))
  if (found.length < LEAST_GPU_MODELS) return { kind: 'quorum_missed', have: found.length, need: LEAST_GPU_MODELS }
  return {
    kind: 'every',
    found: found.map(({ rows }) => rows),
    absent: models.flatMap(({ model, result }) => (result.kind === 'found' ? [] : [model])),
    missing: [...new Set(found.flatMap(({ missing }) => missing))].toSorted(),
  }
}

export const everyModel = (context: TickContext): EveryModel | Declined =>
  everyOf(GPU_MODELS.map((model) => ({ model, result: modelRows(model, context) })))
