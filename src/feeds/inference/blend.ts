import { type Static, Type } from '@sinclair/typebox'
import { rounded } from '../../canonical/measure.ts'
import { number } from '../answer-fields.ts'
import { ModelRow, TOKEN_PLACES } from './inference-fields.ts'
import type { ModelTier } from './models.ts'

/** One number of two prices, for a ratio of tokens in to tokens out (methods 12.2). */

/** Parts in, parts out. */
export type Ratio = readonly [input: number, output: number]

/** What most uses come to. */
const USUAL: Ratio = [3, 1]

export const Blended = Type.Object({
  ...ModelRow.properties,
  blended_usd_per_m_tokens: number('(in · input + out · output) / (in + out) for the ratio of this answer'),
})
export type Blended = Static<typeof Blended>

const blended = (row: ModelRow, [into, out]: Ratio): Blended => ({
  ...row,
  blended_usd_per_m_tokens: rounded(
    (into * row.input_usd_per_m_tokens + out * row.output_usd_per_m_tokens) / (into + out),
    TOKEN_PLACES,
  ),
})

const byName = (a: ModelRow, b: ModelRow): number => (`${a.provider} ${a.model}` < `${b.provider} ${b.model}` ? -1 : 1)

/** Cheapest first, then the larger window, then by name. */
const byPrice = (a: Blended, b: Blended): number =>
  a.blended_usd_per_m_tokens - b.blended_usd_per_m_tokens || b.context_window - a.context_window || byName(a, b)

/** Largest window first, then the cheapest. */
const byWindow = (a: Blended, b: Blended): number => b.context_window - a.context_window || byPrice(a, b)

/** What a task needs, and how its models are ranked. */
interface TaskRule {
  readonly ratio: Ratio
  /** `null`: all of them. */
  readonly tiers: readonly ModelTier[] | null
  readonly leastWindow: number
  readonly order: (a: Blended, b: Blended) => number
  readonly rule: string
}

const cheapest = (tiers: readonly ModelTier[], ratio: Ratio): TaskRule => ({
  ratio,
  tiers,
  leastWindow: 0,
  order: byPrice,
  rule: `cheapest of the tiers ${tiers.join(' and ')}, ${ratio[0]} tokens in to ${ratio[1]} out`,
})

export const TASKS = {
  chat: cheapest(['efficient', 'fast'], USUAL),
  code: cheapest(['frontier', 'efficient'], USUAL),
  reasoning: cheapest(['reasoning'], [1, 3]),
  long_context: {
    ratio: [20, 1],
    tiers: null,
    leastWindow: 200_000,
    order: byWindow,
    rule: 'largest window of at least 200,000 tokens, then the cheapest, 20 tokens in to 1 out',
  },
  fast: cheapest(['fast'], USUAL),
} as const satisfies Readonly<Record<string, TaskRule>>
export type Task = keyof typeof TASKS

/** The models that suit a task, the best first. */
export const rankedFor = (task: Task, rows: readonly ModelRow[]): readonly Blended[] => {
  const { ratio, tiers, leastWindow, order }: TaskRule = TASKS[task]
  return rows
    .filter(({ tier, context_window: window }) => (tiers === null || tiers.includes(tier)) && window >= leastWindow)
    .map((row) => blended(row, ratio))
    .toSorted(order)
}

/** The models by their usual price, the cheapest first. */
export const rankedUsually = (rows: readonly ModelRow[]): readonly Blended[] =>
  rows.map((row) => blended(row, USUAL)).toSorted(byPrice)
