import type { Endpoint } from '../wire/endpoint.ts'
import { isPriced } from '../wire/endpoint.ts'
import { leastPrice, skillOf, toolNameOf } from '../discovery/skills.ts'
import type { SkillRow } from '../discovery/skill-table.ts'
import { type InputSchema, inputSchemaOf } from './input-schema.ts'
import { type ToolItem, itemsOf } from './items.ts'

/** What one skill sells, as one tool. */
export interface SkillTool {
  readonly name: string
  readonly skill: SkillRow
  readonly price: string
  /** What it sells, by name. */
  readonly items: ReadonlyMap<string, ToolItem>
  readonly inputSchema: InputSchema
  /** Whether no call changes anything but the buyer's money. */
  readonly isRead: boolean
}

/** One tool for each skill that sells something, in the order of the routes. */
export const skillTools = (endpoints: readonly Endpoint[]): readonly SkillTool[] =>
  [...Map.groupBy(endpoints.filter(isPriced), ({ path }) => skillOf(path))].flatMap(([skill, routes]) => {
    if (!skill) return []
    const items = itemsOf(routes)
    return [
      {
        name: toolNameOf(skill),
        skill,
        price: leastPrice(routes) ?? '',
        items,
        inputSchema: inputSchemaOf(items),
        isRead: routes.every(({ method }) => method === 'GET'),
      },
    ]
  })

/** The sentence that a model chooses a tool by; the price is its end. */
export const descriptionOf = ({ skill, price }: SkillTool): string => `${skill.description}. ${price}, signed.`
