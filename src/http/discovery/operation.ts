import { type TSchema, Type } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import { holesOf } from '../../feeds/subject.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import { type Endpoint, markClosed } from '../wire/endpoint.ts'
import { GUARD_PARAMETERS, guardsTaken } from '../wire/guard-parameters.ts'
import { ASKING_HEADERS } from './asking-again.ts'
import type { Components } from './components.ts'
import type { Responses } from './responses.ts'

/** One operation of OpenAPI, made from one route. */

const headerParameter = ([name, description]: readonly [string, string]) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema: { type: 'string' },
})

/** Parameters of many routes, written once. */
export const parametersOnce = (components: Components) => ({
  ...Object.fromEntries(Object.entries(ASKING_HEADERS).map((header) => [header[0], headerParameter(header)] as const)),
  ...Object.fromEntries(
    Object.entries(GUARD_PARAMETERS).map(([name, schema]) => [
      name,
      parameter(components, { name, place: 'query', required: false, schema }),
    ]),
  ),
})

const pointersTo = (names: readonly string[]) => names.map((name) => ({ $ref: `#/components/parameters/${name}` }))

const ANY_WORD = Type.String()

/** The description of a schema stands beside it, where readers look for that of a parameter. */
const parameter = (
  components: Components,
  {
    name,
    place,
    required,
    schema = ANY_WORD,
    example,
  }: {
    readonly name: string
    readonly place: 'path' | 'query'
    readonly required: boolean
    readonly schema?: TSchema | undefined
    readonly example?: string | undefined
  },
) => ({
  name,
  in: place,
  required,
  ...(schema.description !== undefined && { description: schema.description }),
  schema: components.of(schema),
  ...(example !== undefined && { example }),
})

const parametersOf = (components: Components, endpoint: Endpoint): readonly Json[] => {
  const { access, filled, guards, headers = {}, needs = [], path, query, words } = endpoint
  return [
    ...holesOf(path).map((name) =>
      parameter(components, {
        name,
        place: 'path',
        required: true,
        schema: words?.[name],
        example: filled?.params?.[name],
      }),
    ),
    ...Object.entries(query ?? {}).map(([name, schema]) =>
      parameter(components, {
        name,
        place: 'query',
        required: needs.includes(name),
        schema,
        example: filled?.query?.[name],
      }),
    ),
    ...pointersTo(guardsTaken(guards)),
    ...Object.entries(headers).map(headerParameter),
    ...(access.kind === 'paid' ? pointersTo(Object.keys(ASKING_HEADERS)) : []),
  ]
}

const operationId = ({ method, path }: Endpoint): string =>
  method.toLowerCase() +
  path.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase())

/** Extensions of OpenAPI begin with `x-`. */
const closedMarks = (endpoint: Endpoint) =>
  Object.fromEntries(Object.entries(markClosed(endpoint)).map(([name, value]) => [`x-${name}`, value]))

/** Any one of them pays. */
const WAYS_TO_PAY = [{ l402: [] }, { x402: [] }, { x402v1: [] }]

/** @param nowTs Unix seconds, for bodies that contain dates */
export const operationOf = (endpoint: Endpoint, components: Components, responses: Responses, nowTs: number) => ({
  operationId: operationId(endpoint),
  summary: endpoint.summary,
  tags: [endpoint.family],
  parameters: parametersOf(components, endpoint),
  ...(endpoint.body && {
    requestBody: {
      required: true,
      content: {
        'application/json': { schema: components.of(endpoint.body.schema), example: endpoint.body.example(nowTs) },
      },
    },
  }),
  responses: responses.of(endpoint),
  'x-layer': endpoint.layer,
  ...(endpoint.template !== undefined && { 'x-template': endpoint.template }),
  ...closedMarks(endpoint),
  security: endpoint.access.kind === 'paid' ? WAYS_TO_PAY : [],
  ...(endpoint.access.kind === 'paid' && {
    'x-price': statedPrice(endpoint.access.price),
  }),
})
