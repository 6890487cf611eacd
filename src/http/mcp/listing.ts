import type { Json } from '../../canonical/jcs.ts'
import { holesOf } from '../../feeds/subject.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import { createComponents } from '../discovery/components.ts'
import { parametersOf } from '../discovery/parameters.ts'
import { type Endpoint, isPriced, markClosed } from '../wire/endpoint.ts'
import { guardsTaken } from '../wire/guard-parameters.ts'
import { argumentOf } from './input-schema.ts'
import type { ToolItem } from './items.ts'
import type { SkillTool } from './skill-tools.ts'

/** What `claros_list` tells of tools and their items. */

const wordsNeeded = ({ path, words }: Endpoint) =>
  holesOf(path).map((name) => ({ name, required: true, description: words?.[name]?.description ?? '' }))

const argumentsIn = (route: Endpoint): Json[] => [
  ...wordsNeeded(route),
  ...parametersOf(route),
  ...Object.entries(route.headers ?? {}).map(([header, description]) => ({
    name: argumentOf(header),
    required: false,
    description,
  })),
]

/** One line for each route of an item; of an item with many routes the path says which words choose it. */
const linesOf = (
  [name, { routes }]: readonly [string, ToolItem],
  isServed: (method: string, path: string) => boolean,
  nowTs: number,
): Json[] =>
  routes.map((route): Json => {
    const { method, path, summary, access, body, guards } = route
    const preview = `${path}/preview`
    const shown = argumentsIn(route)
    return {
      item: name,
      path,
      summary,
      ...(access.kind === 'paid' && statedPrice(access.price)),
      ...markClosed(route),
      ...(isServed(method, preview) && { preview }),
      ...(shown.length > 0 && { arguments: shown }),
      guards: [...guardsTaken(guards)],
      ...(body && { body: { schema: createComponents().of(body.schema), example: { ...body.example(nowTs) } } }),
    }
  })

/** All tools that sell, in short. */
export const toolsInShort = (tools: readonly SkillTool[], reads: readonly string[]): Record<string, Json> => ({
  tools: tools.map(({ name, skill, price, items }) => ({
    tool: name,
    name: skill.name,
    description: skill.description,
    price,
    items: [...items.values()].reduce((sum, { routes }) => sum + routes.length, 0),
    asks: [...skill.examples],
  })),
  reads: [...reads],
})

/** One tool with all that it sells. */
export const toolInFull = (tool: SkillTool, endpoints: readonly Endpoint[], nowTs: number): Record<string, Json> => {
  const free = new Set(endpoints.filter((each) => !isPriced(each)).map(({ method, path }) => `${method} ${path}`))
  return {
    tool: tool.name,
    description: tool.skill.description,
    items: [...tool.items].flatMap((item) => linesOf(item, (method, path) => free.has(`${method} ${path}`), nowTs)),
  }
}
