import type { TSchema } from '@sinclair/typebox'
import type { Offer, OfferedRoute } from './offer.ts'

/**
 * The x402 `bazaar` extension. After a payment that carries it, a facilitator lists the route in its catalogue, and
 * agents build their calls from the catalogue. `info` is one valid call; `schema`, JSON Schema 2020-12, describes
 * `info` and all other calls. It is kept small, because it is sent in a header: no schema of the answer, an example of
 * three fields.
 */

/** `/oracle/weather/{lat}/{lon}` as the extension writes it: `/oracle/weather/:lat/:lon`. */
const colons = (template: string): string => template.replace(/\{(\w+)\}/g, ':$1')

/** The first clause of a description says what is allowed. Defaults are in `/openapi.json`. */
const clause = (description: string): string => description.split(/[;:.](?: |$)/, 1)[0]!

/** The allowed values of a parameter: a list if there are few, otherwise the clause that describes them, unless it is told. */
const parameterOf = ({ anyOf, description }: TSchema, told: readonly string[]) => {
  const words = (anyOf as readonly { readonly const?: unknown }[] | undefined)?.map((each) => each.const)
  if (words?.every((word) => typeof word === 'string')) return { enum: words }
  const allowed = description === undefined ? undefined : clause(description)
  return { type: 'string', ...(allowed !== undefined && !told.includes(allowed) && { description: allowed }) }
}

const text = { type: 'string' } as const

const pathSchema = (names: readonly string[]) => ({
  type: 'object',
  properties: Object.fromEntries(names.map((name) => [name, text])),
  required: names,
})

/**
 * Undeclared parameters are not allowed: the route refuses them. Where `info` shows a value, that is shorter than what
 * describes it, and tells of all that are described alike.
 */
const querySchema = ({ parameters, needs, query }: Pick<OfferedRoute, 'parameters' | 'needs' | 'query'>) => {
  const all = Object.entries(parameters)
  const shown = all.filter(([name]) => needs.includes(name) || name in query)
  const told = shown.flatMap(([, { description }]) => (description === undefined ? [] : clause(description)))
  return {
    type: 'object',
    properties: Object.fromEntries(all.map(([name, schema]) => [name, parameterOf(schema, told)])),
    ...(needs.length > 0 && { required: needs }),
    additionalProperties: false,
  }
}

const NOWHERE: Pick<OfferedRoute, 'params' | 'query' | 'parameters' | 'needs'> = {
  params: {},
  query: {},
  parameters: {},
  needs: [],
}

/** The extension of an offer. */
export const bazaar = ({ method, example, body, route }: Pick<Offer, 'method' | 'example' | 'body' | 'route'>) => {
  const { params, query, parameters, needs } = route ?? NOWHERE
  const holes = Object.keys(params)
  return {
    bazaar: {
      ...(route && { routeTemplate: colons(route.template) }),
      info: {
        input: {
          type: 'http',
          method,
          ...(holes.length > 0 && { pathParams: params }),
          queryParams: query,
          ...(body && { bodyType: 'json', body }),
        },
        output: { type: 'json', example },
      },
      schema: {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object',
        properties: {
          input: {
            type: 'object',
            properties: {
              type: { const: 'http' },
              method: { const: method },
              ...(holes.length > 0 && { pathParams: pathSchema(holes) }),
              queryParams: querySchema({ parameters, needs, query }),
              ...(body && { bodyType: { const: 'json' }, body: { type: 'object' } }),
            },
            required: ['type', 'method', ...(body ? ['bodyType', 'body'] : [])],
          },
          output: { type: 'object' },
        },
        required: ['input'],
      },
    },
  }
}
