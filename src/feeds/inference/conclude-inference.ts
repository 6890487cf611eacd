import type { Conclusion, Declined, TickContext } from '../feed.ts'
import {
  type EveryAnswer,
  everyAnswer,
  type PricingAnswer,
  pricingAnswer,
  type TaskAnswer,
  taskAnswer,
  type TiersAnswer,
  tiersAnswer,
} from './inference-answers.ts'
import type { Task } from './blend.ts'
import { type PricedModel, pricedModels } from './model-rows.ts'
import type { Host } from './models.ts'

/** Of so many models and hosts the answers about all of them are made at least. */
export const LEAST_TOKEN_MODELS = 20
export const LEAST_HOSTS = 5

const concluded = <C>(content: C): Conclusion<C> => ({ kind: 'concluded', content, carry: {} })

/** The prices of one host, or why there are none. */
export const concludePricing = (host: Host, context: TickContext): Conclusion<PricingAnswer> | Declined => {
  const priced = pricedModels(context, host)
  return priced.rows.length === 0
    ? { kind: 'input_missing', input: `a price of ${host}` }
    : concluded(pricingAnswer(host, priced, context.now))
}

/** All models, or why these are too few. */
const enough = (context: TickContext): PricedModel | Declined => {
  const priced = pricedModels(context)
  const hosts = new Set(priced.rows.map(({ provider }) => provider)).size
  if (priced.rows.length < LEAST_TOKEN_MODELS)
    return { kind: 'quorum_missed', have: priced.rows.length, need: LEAST_TOKEN_MODELS }
  return hosts < LEAST_HOSTS ? { kind: 'quorum_missed', have: hosts, need: LEAST_HOSTS } : priced
}

export const concludeEvery = (context: TickContext): Conclusion<EveryAnswer> | Declined => {
  const priced = enough(context)
  return 'kind' in priced ? priced : concluded(everyAnswer(priced, context.now))
}

export const concludeTiers = (context: TickContext): Conclusion<TiersAnswer> | Declined => {
  const priced = enough(context)
  return 'kind' in priced ? priced : concluded(tiersAnswer(priced, context.now))
}

/** The models for a task, or why there are none. */
export const concludeTask = (task: Task, context: TickContext): Conclusion<TaskAnswer> | Declined => {
  const priced = enough(context)
  if ('kind' in priced) return priced
  const answer = taskAnswer(task, priced, context.now)
  return answer ? concluded(answer) : { kind: 'input_missing', input: `a model for ${task}` }
}
