import type { GpuModel } from '../../sources/compute/gpu-models.ts'
import type { Conclusion, Declined, TickContext } from '../feed.ts'
import { type AllAnswer, allAnswer } from './all-answer.ts'
import { type BestAnswer, bestAnswer } from './best-answer.ts'
import { type CompareAnswer, compareAnswer } from './compare-answer.ts'
import { everyModel } from './every-model.ts'
import { modelRows } from './model-rows.ts'

/** The best price of one model, or why there is none. */
export const concludeBest = (model: GpuModel, context: TickContext): Conclusion<BestAnswer> | Declined => {
  const found = modelRows(model, context)
  return found.kind === 'found' ? { kind: 'concluded', content: bestAnswer(found, context.now), carry: {} } : found
}

export const concludeAll = (context: TickContext): Conclusion<AllAnswer> | Declined => {
  const every = everyModel(context)
  return every.kind === 'every' ? { kind: 'concluded', content: allAnswer(every, context.now), carry: {} } : every
}

export const concludeCompare = (context: TickContext): Conclusion<CompareAnswer> | Declined => {
  const every = everyModel(context)
  return every.kind === 'every' ? { kind: 'concluded', content: compareAnswer(every, context.now), carry: {} } : every
}
