import type { Endpoint } from '../wire/endpoint.ts'

/** A query parameter as documents show it. */
export type ShownParameter = {
  readonly name: string
  readonly required: boolean
  readonly description: string
}

/** The query parameters of a route, in the order of its definition. */
export const parametersOf = ({ query, needs = [] }: Pick<Endpoint, 'query' | 'needs'>): readonly ShownParameter[] =>
  Object.entries(query ?? {}).map(([name, { description = '' }]) => ({
    name,
    required: needs.includes(name),
    description,
  }))

/** A member with the parameters, of routes that have some. */
export const withParameters = (route: Pick<Endpoint, 'query' | 'needs'>) => {
  const parameters = parametersOf(route)
  return parameters.length > 0 ? { parameters } : {}
}
