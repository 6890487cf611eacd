import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import { type BrokenRule, problem, type Problem } from './problem.ts'

/**
 * Query parameters of a route that declares some: an undeclared one is refused, because a misspelled parameter would
 * otherwise buy something else than was meant. A route that declares none ignores the query.
 */
export const checkQuery = (
  declared: Readonly<Record<string, TSchema>> | null,
  query: URLSearchParams,
): Problem | null => {
  if (declared === null) return null
  const broken: BrokenRule[] = []
  for (const name of new Set(query.keys())) {
    const schema = Object.hasOwn(declared, name) ? declared[name] : undefined
    const path = `query.${name}`
    if (!schema) {
      const known = Object.keys(declared).join(', ')
      broken.push({ path, rule: 'unknown_parameter', message: `not a parameter of this path; there are: ${known}` })
    } else if (query.getAll(name).length > 1) broken.push({ path, rule: 'given_once', message: 'given more than once' })
    else {
      const wrong = [...Value.Errors(schema, query.get(name))][0]
      if (wrong) broken.push({ path, rule: 'invalid_value', message: schema.description ?? wrong.message })
    }
  }
  return broken.length > 0
    ? problem('invalid_request', 'The query breaks rules. Nothing was charged.', { details: broken })
    : null
}
