import { priceInWords } from '../../feeds/tariff.ts'
import { callOf, type Endpoint, isPriced } from '../wire/endpoint.ts'
import type { Instance } from './instance.ts'
import { SKILL_TABLE, type SkillRow } from './skill-table.ts'

type Route = Pick<Endpoint, 'path' | 'filled' | 'access' | 'lacks' | 'layer'>

/** The skill that a path belongs to; none: it is a document of the service. */
export const skillOf = (path: string): SkillRow | undefined => SKILL_TABLE.find(({ paths }) => paths.test(path))

/** `$0.01 or 10 sats`, `From $0.01 or 10 sats`; `null` where nothing is sold. */
export const leastPrice = (routes: readonly Pick<Endpoint, 'access'>[]): string | null => {
  const prices = routes.flatMap(({ access }) => (access.kind === 'paid' ? [access.price] : []))
  const [least] = prices.toSorted((a, b) => a.microUsd - b.microUsd)
  if (!least) return null
  const isOne = prices.every(({ microUsd }) => microUsd === least.microUsd)
  return `${isOne ? '' : 'From '}${priceInWords(least)}`
}

const priceOf = (routes: readonly Route[]): string => {
  const price = leastPrice(routes)
  return price === null ? 'Free.' : `${price} per answer.`
}

/** The tool of the Model Context Protocol that sells what belongs to a skill: `oracle_spot_prices`. */
export const toolNameOf = ({ id }: Pick<SkillRow, 'id'>): string => `oracle_${id.replaceAll('-', '_')}`

/** Skills of the routes that are served, in the order of the table. A skill without routes is not named. */
export const skillsOf = (endpoints: readonly Route[], { publicUrl, rails }: Pick<Instance, 'publicUrl' | 'rails'>) => {
  const routes = Map.groupBy(endpoints, ({ path }) => skillOf(path))
  return SKILL_TABLE.flatMap((skill) => {
    const own = routes.get(skill) ?? []
    const [first] = own
    if (!first) return []
    const priced = own.filter(isPriced)
    const isClosed = priced.length > 0 && priced.every(({ lacks }) => lacks?.())
    return [
      {
        id: skill.id,
        name: skill.name,
        description: `${skill.description}. ${priceOf(own)}`,
        tags: [...new Set(own.map(({ layer }) => layer)), 'signed', ...rails],
        examples: skill.examples,
        inputModes: ['text/plain'],
        outputModes: ['application/json'],
        url: publicUrl + callOf(priced[0] ?? first),
        ...(priced.length > 0 && { tool: toolNameOf(skill) }),
        ...(isClosed && { available: false }),
      },
    ]
  })
}
