import { GPU_MODELS, GPU_NAMES, type GpuModel } from '../../sources/compute/gpu-models.ts'
import { GPU_TELLERS } from '../../sources/compute/tellers.ts'
import { DAY_MS, HOUR_SECONDS } from '../../time-units.ts'
import { GPU_BOARDS } from '../boards/gpu-boards.ts'
import { actorId, defineFeed } from '../feed.ts'
import { FX } from '../prices/price-carry.ts'
import { keyOfWord, type Subject } from '../subject.ts'
import { AllAnswer, ALL_SALE, allAnswer } from './all-answer.ts'
import { BEST_RULE } from './best-price.ts'
import { BestAnswer, BEST_SALE, bestAnswer } from './best-answer.ts'
import { CompareAnswer, COMPARE_SALE, compareAnswer } from './compare-answer.ts'
import { exampleOfAll, exampleOfModel } from './compute-example.ts'
import { QUOTE_LIFETIME } from './compute-fields.ts'
import { LEAST_GPU_MODELS } from './compute-sale.ts'
import { concludeAll, concludeBest, concludeCompare } from './conclude-compute.ts'
import { EURO, GPU_PLACES, QUOTE_MS, PRICE_RAILS } from './gpu-prices.ts'
import { HELD_RULE } from './kept-offers.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'

const MODEL_OF: ReadonlyMap<string, GpuModel> = new Map(GPU_MODELS.map((model) => [keyOfWord(model), model]))

const SUBJECTS: readonly Subject[] = GPU_MODELS.map((model) => ({
  key: keyOfWord(model),
  domain: model,
  name: GPU_NAMES[model],
  path: { gpu_model: model },
  ...(model.includes('_') && { alsoAt: [{ gpu_model: model.replaceAll('_', '-') }] }),
}))

const EVERY: Subject = { key: 'EVERY', domain: 'EVERY', name: 'GPU', path: {} }

const modelOf = ({ key }: Subject): GpuModel => MODEL_OF.get(key)!

const RULES = {
  unit: `dollars per GPU and hour, ${GPU_PLACES} decimals: the price of a machine divided by its GPUs`,
  sources: Object.fromEntries(
    GPU_TELLERS.map(({ name, models, everySeconds }) => [name, { models, every_seconds: everySeconds }]),
  ),
  absent:
    'CoreWeave publishes no prices for programs; Google Cloud publishes none without a key: neither is in the answers',
  machines: 'by the name of the machine, which tells the form factor, and not by that of the accelerator',
  regions: 'of each seller the cheapest machine in the United States and in Europe, named',
  best: BEST_RULE,
  euro: `prices in euros at the exchange rate that is sold here; without one of the last hour they are left out`,
  rails: `outside ${PRICE_RAILS.low} to ${PRICE_RAILS.high} a price is in another unit and dropped`,
  held: HELD_RULE,
  expired: `quotes older than ${QUOTE_MS / DAY_MS} d are left out`,
  market: 'Vast: the third lowest verified offer; Akash: the median; RunPod: its community. Never the best price',
  confidence: `share of the sources that are believed * mean freshness; fresh ${QUOTE_LIFETIME.freshSeconds / HOUR_SECONDS} h, expired ${QUOTE_LIFETIME.expireSeconds / HOUR_SECONDS} h`,
}

const COMMON = {
  family: 'compute',
  layer: 'Oracle Data',
  everySeconds: 300,
  boards: () => [...GPU_BOARDS.values()],
  after: () => [actorId(FX, { key: EURO })],
} as const

export const bestCompute = defineFeed({
  ...COMMON,
  id: 'compute/best',
  summary: 'The cheapest list price of one GPU model on demand, with the prices of all sellers and of markets apart',
  noun: 'best price',
  subjects: SUBJECTS,
  answer: BestAnswer,
  exampleOf: (subject) => bestAnswer(exampleOfModel(modelOf(subject)), EXAMPLE_TICK_MS),
  methodology: RULES,
  conclude: (subject, context) => concludeBest(modelOf(subject), context),
  sale: BEST_SALE,
})

export const allCompute = defineFeed({
  ...COMMON,
  id: 'compute/all',
  summary: 'Prices of five GPU models at all sellers and markets that are asked',
  noun: 'prices',
  subjects: [EVERY],
  answer: AllAnswer,
  example: allAnswer(exampleOfAll(), EXAMPLE_TICK_MS),
  methodology: { ...RULES, models: `at least ${LEAST_GPU_MODELS} of ${GPU_MODELS.length}` },
  conclude: (_every, context) => concludeAll(context),
  sale: ALL_SALE,
})

export const compareCompute = defineFeed({
  ...COMMON,
  id: 'compute/compare',
  summary: 'The cheapest list price of each of five GPU models, ranked',
  noun: 'comparison',
  subjects: [EVERY],
  answer: CompareAnswer,
  example: compareAnswer(exampleOfAll(), EXAMPLE_TICK_MS),
  methodology: { ...RULES, models: `at least ${LEAST_GPU_MODELS} of ${GPU_MODELS.length}` },
  conclude: (_every, context) => concludeCompare(context),
  sale: COMPARE_SALE,
})
