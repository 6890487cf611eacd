import { TOKEN_PRICE_BOARDS } from '../boards/token-price-boards.ts'
import { defineFeed } from '../feed.ts'
import { keyOfWord, type Subject } from '../subject.ts'
import { AGREEMENT_RULE } from './agreed-price.ts'
import { type Task, TASKS } from './blend.ts'
import {
  concludeEvery,
  concludePricing,
  concludeTask,
  concludeTiers,
  LEAST_HOSTS,
  LEAST_TOKEN_MODELS,
} from './conclude-inference.ts'
import {
  EVERY_SALE,
  EveryAnswer,
  everyAnswer,
  PRICING_SALE,
  PricingAnswer,
  pricingAnswer,
  TASK_SALE,
  TaskAnswer,
  taskAnswer,
  TIERS_SALE,
  TiersAnswer,
  tiersAnswer,
} from './inference-answers.ts'
import { examplePriced } from './inference-example.ts'
import { SINGLE } from './inference-fields.ts'
import { SHORT_RULE } from './kept-prices.ts'
import { HOSTS, type Host, MODELS } from './models.ts'
import { EXAMPLE_TICK_MS } from '../venue-parts.ts'

const subjectsOf = (words: readonly string[], hole: string): readonly Subject[] =>
  words.map((word) => ({ key: keyOfWord(word), domain: word, name: word.replaceAll('_', ' '), path: { [hole]: word } }))

const TASK_WORDS = Object.keys(TASKS) as Task[]
const HOST_OF: ReadonlyMap<string, Host> = new Map(HOSTS.map((host) => [keyOfWord(host), host]))
const TASK_OF: ReadonlyMap<string, Task> = new Map(TASK_WORDS.map((task) => [keyOfWord(task), task]))
const hostOf = ({ key }: Subject): Host => HOST_OF.get(key)!
const taskOf = ({ key }: Subject): Task => TASK_OF.get(key)!

const EVERY: Subject = { key: 'EVERY', domain: 'EVERY', name: 'all hosts', path: {} }

const RULES = {
  unit: 'dollars per million tokens, four decimals; base prices, without the steps of long contexts and without caches',
  sources: Object.values(TOKEN_PRICE_BOARDS).map(({ source }) => source.name),
  openrouter: 'of a maker’s own models its list, of open models the price of the host that is named',
  models: MODELS.map(({ provider, model, tier, context_window, since }) => ({
    provider,
    model,
    tier,
    context_window,
    since,
  })),
  tier: 'tiers and windows are ours, from a settings file; prices never are',
  agreement: AGREEMENT_RULE,
  short: SHORT_RULE,
  retired: 'a model that two lists no longer have is left out as retired; new models do not appear by themselves',
  confidence: `mean over the rows: 1, or ${SINGLE} of a single witness, times freshness: 1 up to 8 days since the list was read, 0 at 30`,
  enough: `answers about all hosts: at least ${LEAST_TOKEN_MODELS} models of ${LEAST_HOSTS} hosts`,
}

const COMMON = {
  family: 'inference',
  layer: 'Oracle Data',
  methodology: RULES,
  everySeconds: 1_200,
  boards: () => Object.values(TOKEN_PRICE_BOARDS),
} as const

export const hostPricing = defineFeed({
  ...COMMON,
  id: 'inference/pricing',
  summary: 'What one host asks for the tokens of its models, in and out',
  noun: 'token prices',
  subjects: subjectsOf(HOSTS, 'provider'),
  answer: PricingAnswer,
  exampleOf: (subject) => pricingAnswer(hostOf(subject), examplePriced(hostOf(subject)), EXAMPLE_TICK_MS),
  conclude: (subject, context) => concludePricing(hostOf(subject), context),
  sale: PRICING_SALE,
})

export const everyPricing = defineFeed({
  ...COMMON,
  id: 'inference/all',
  summary: 'What six hosts ask for the tokens of 26 models, in one form',
  noun: 'token prices',
  subjects: [EVERY],
  answer: EveryAnswer,
  example: everyAnswer(examplePriced(), EXAMPLE_TICK_MS),
  conclude: (_every, context) => concludeEvery(context),
  sale: EVERY_SALE,
})

export const compareTiers = defineFeed({
  ...COMMON,
  id: 'inference/compare',
  summary: 'The cheapest model of each tier over six hosts',
  noun: 'tiers',
  subjects: [EVERY],
  answer: TiersAnswer,
  example: tiersAnswer(examplePriced(), EXAMPLE_TICK_MS),
  conclude: (_every, context) => concludeTiers(context),
  sale: TIERS_SALE,
})

export const compareTasks = defineFeed({
  ...COMMON,
  id: 'inference/task',
  summary: 'Models that suit a task, ranked by what its tokens cost',
  noun: 'models',
  subjects: subjectsOf(TASK_WORDS, 'task'),
  answer: TaskAnswer,
  exampleOf: (subject) => taskAnswer(taskOf(subject), examplePriced(), EXAMPLE_TICK_MS)!,
  methodology: { ...RULES, tasks: Object.fromEntries(TASK_WORDS.map((task) => [task, TASKS[task].rule])) },
  conclude: (subject, context) => concludeTask(taskOf(subject), context),
  sale: TASK_SALE,
})
