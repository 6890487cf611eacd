import type { TSchema } from '@sinclair/typebox'
import { Value } from '@sinclair/typebox/value'
import type { Call, Endpoint } from './endpoint.ts'
import { isGuardName } from '../rails/guards.ts'
import { GUARD_PARAMETERS, guardsTaken } from './guard-parameters.ts'
import { type BrokenRule, problem, type Problem } from './problem.ts'

/** The parameters that a route takes; `null` if it ignores the query. */
const takenBy = ({ access, query }: Asked): Readonly<Record<string, TSchema>> | null =>
  query ?? (access.kind === 'paid' ? {} : null)

/** Marks a parameter whose words are read in any case, as the words of a path are. */
export const ANY_CASE = 'x-any-case'

/** A value as its schema spells it. */
const spelled = (schema: TSchema, value: string | null): string | null => {
  if (value === null || schema[ANY_CASE] !== true || !Array.isArray(schema['anyOf'])) return value
  const words = (schema['anyOf'] as readonly { readonly const?: unknown }[]).flatMap(({ const: word }) =>
    typeof word === 'string' ? [word] : [],
  )
  return words.find((word) => word.toLowerCase() === value.toLowerCase()) ?? value
}

type Asked = Pick<Endpoint, 'access' | 'query' | 'guards' | 'breaks'>

const notTaken = (known: readonly string[]): string =>
  known.length > 0 ? `not a parameter of this path; there are: ${known.join(', ')}` : 'this path takes no parameters'

/** A short address can hold hundreds of parameters: the answer is not many times as long. */
const MOST_NAMED = 50

/** The first of them, and how many more there are. */
const named = (broken: readonly BrokenRule[]): readonly BrokenRule[] => {
  const more = broken.length - MOST_NAMED
  if (more <= 0) return broken
  const message = `${more} more parameters break rules`
  return [...broken.slice(0, MOST_NAMED), { path: 'query', rule: 'too_many', message }]
}

/** What the other words of the request break, judged without the parameters that are broken already. */
const otherRules = (
  { breaks }: Asked,
  query: URLSearchParams,
  params: Call['params'],
  broken: readonly BrokenRule[],
): readonly BrokenRule[] => {
  const known = new Set(broken.map(({ path }) => path))
  const sound = [...query].filter(([name]) => !known.has(`query.${name}`) && !isGuardName(name))
  const others = breaks?.({ params, query: new URLSearchParams(sound) }) ?? []
  return others.filter(({ path }) => !known.has(path))
}

/**
 * An undeclared parameter is refused: nobody shall pay for a request that we did not understand (interface 1.2). A free
 * route may ignore it, unless it says what it takes.
 */
export const checkQuery = (asked: Asked, query: URLSearchParams, params: Call['params']): Problem | null => {
  const own = takenBy(asked)
  if (own === null) return null
  const taken = guardsTaken(asked.guards)
  const declared = { ...own, ...Object.fromEntries(taken.map((name) => [name, GUARD_PARAMETERS[name]])) }
  const broken: BrokenRule[] = []
  for (const name of new Set(query.keys())) {
    const schema = Object.hasOwn(declared, name) ? declared[name] : undefined
    const path = `query.${name}`
    const refused = isGuardName(name) ? asked.guards?.[name] : null
    if (refused) broken.push({ path, ...refused })
    else if (!schema) broken.push({ path, rule: 'unknown_parameter', message: notTaken(Object.keys(declared)) })
    else if (query.getAll(name).length > 1) broken.push({ path, rule: 'given_once', message: 'given more than once' })
    else {
      const wrong = [...Value.Errors(schema, spelled(schema, query.get(name)))][0]
      if (wrong) broken.push({ path, rule: 'invalid_value', message: schema.description ?? wrong.message })
    }
  }
  if (broken.length === 0) return null
  const details = [...broken, ...otherRules(asked, query, params, broken)]
  const place = details.some(({ path }) => path.startsWith('path.')) ? 'request' : 'query'
  return problem('invalid_request', `The ${place} breaks rules. Nothing was charged.`, { details: named(details) })
}
