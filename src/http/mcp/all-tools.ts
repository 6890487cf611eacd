import type { Clock } from '../../ports.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { freeTools } from './free-tools.ts'
import { skillCalls } from './skill-calls.ts'
import { skillTools } from './skill-tools.ts'
import type { Tool } from './tool.ts'

/**
 * All tools, those that cost nothing first.
 *
 * @throws Error if two have one name
 */
export const allTools = (
  endpoints: readonly Endpoint[],
  { docs, clock }: { readonly docs: string; readonly clock: Clock },
): ReadonlyMap<string, Tool> => {
  const sold = skillTools(endpoints)
  const all = [...freeTools({ endpoints, sold, docs, clock }), ...sold.map((tool) => skillCalls(tool, docs))]
  const byName = new Map(all.map((tool) => [tool.definition.name, tool]))
  if (byName.size < all.length) throw new Error('two tools have one name')
  return byName
}
