import { type TSchema, Type } from '@sinclair/typebox'
import { SHORTFALLS } from '../../feeds/shortfall.ts'
import { statedPrice } from '../../feeds/tariff.ts'
import { type Endpoint, markClosed } from '../wire/endpoint.ts'
import { RECEIPT, REQUEST } from '../wire/header-names.ts'
import { RefusedSource } from '../../sources/permission.ts'
import { GUARD_PARAMETERS, guardsTaken } from '../wire/guard-parameters.ts'
import { PROBLEMS, type ProblemCode } from '../wire/problem.ts'
import { WITHHELD_REASONS } from '../rails/lightning/invoice-limit.ts'
import { X402_REASONS } from '../rails/x402-check.ts'
import { ASKING_HEADERS, RECEIPT_HEADER, REQUEST_HEADER, USED_BEFORE } from './asking-again.ts'
import { DESCRIPTION, type Instance, KEYS_PATH } from './instance.ts'
import { layersOf } from './layers.ts'

/** `/openapi.json`: OpenAPI 3.1, whose schemas are JSON Schema and therefore the schemas of the definitions. */

const ProblemSchema = Type.Object({
  error: Type.String({ enum: Object.keys(PROBLEMS), description: 'Stable code' }),
  message: Type.String(),
  docs: Type.String({ format: 'uri' }),
  details: Type.Array(
    Type.Union([
      Type.Object(
        { path: Type.String(), rule: Type.String(), message: Type.String() },
        { description: 'A broken rule, and where' },
      ),
      Type.Object(RefusedSource.properties, {
        description: 'Of data_unavailable: a source that this operator may not ask',
      }),
    ]),
  ),
  reason: Type.Optional(
    Type.String({
      enum: Object.keys(SHORTFALLS),
      description: `Of data_unavailable, where more is known than an age: what was wanting. ${Object.entries(SHORTFALLS)
        .map(([reason, members]) => `${reason} comes with ${members}`)
        .join('. ')}`,
    }),
  ),
  listened: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  least_listened: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  least_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  min_confidence: Type.Optional(Type.Number({ minimum: 0, maximum: 1 })),
  age_seconds: Type.Optional(Type.Integer()),
  max_age: Type.Optional(Type.Integer({ minimum: 1 })),
})

const PaymentRequired = Type.Object(
  {
    x402Version: Type.Literal(1),
    error: Type.String(),
    message: Type.String(),
    docs: Type.String({ format: 'uri' }),
    accepts: Type.Array(
      Type.Object({ scheme: Type.String(), network: Type.String(), maxAmountRequired: Type.String() }),
    ),
    l402: Type.Optional(
      Type.Union([
        Type.Object({ invoice: Type.String(), macaroon: Type.String(), sats: Type.Integer() }),
        Type.Object(
          {
            withheld: Type.String({ enum: [...WITHHELD_REASONS] }),
            retryAfter: Type.Integer({ description: 'Seconds' }),
          },
          { description: 'Lightning is open, and no invoice is made for this client for now' },
        ),
      ]),
    ),
  },
  { description: 'Version 1 of x402 in the body; version 2 in PAYMENT-REQUIRED, L402 in WWW-Authenticate' },
)

/** TypeBox keeps its own data under symbols. Without these a schema is plain JSON Schema. */
const plain = (schema: TSchema): unknown => JSON.parse(JSON.stringify(schema)) as unknown

const problemResponse = (code: ProblemCode) => ({
  description: PROBLEMS[code].meaning,
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
})

const text = (description: string) => ({ description, schema: { type: 'string' } })

/** Headers of every paid route, written once, since hundreds of routes refer to them. */
const HEADERS = {
  [REQUEST]: text(REQUEST_HEADER),
  [RECEIPT]: text(RECEIPT_HEADER),
  'PAYMENT-RESPONSE': text('Settlement over x402, version 2, base64; version 1 in X-PAYMENT-RESPONSE'),
  Age: { description: 'Seconds since the observation', schema: { type: 'integer' } },
}

const queryParameterOf = (name: string, schema: TSchema, required: boolean) => ({
  name,
  in: 'query',
  required,
  schema: plain(schema),
})

const parameterOf = ([name, description]: readonly [string, string]) => ({
  name,
  in: 'header',
  required: false,
  ...text(description),
})

/** Parameters of many routes, written once. */
const PARAMETERS = {
  ...Object.fromEntries(Object.entries(ASKING_HEADERS).map((header) => [header[0], parameterOf(header)] as const)),
  ...Object.fromEntries(
    Object.entries(GUARD_PARAMETERS).map(([name, schema]) => [name, queryParameterOf(name, schema, false)]),
  ),
}

const pointersTo = (kind: 'headers' | 'parameters', names: readonly string[]) =>
  names.map((name) => [name, { $ref: `#/components/${kind}/${name}` }] as const)

const SAID_OF_REQUEST = Object.fromEntries(pointersTo('headers', [REQUEST]))
const SAID_OF_SALE = Object.fromEntries(pointersTo('headers', Object.keys(HEADERS)))

const usedBefore = (more: readonly string[]) => ({
  ...problemResponse('payment_already_used'),
  description: [USED_BEFORE, ...more].join('. '),
  headers: SAID_OF_REQUEST,
})

const CONFLICTS = {
  UsedBefore: usedBefore([]),
  UsedBeforeOrConflict: usedBefore([`conflict: ${PROBLEMS.conflict.meaning}`]),
  Conflict: problemResponse('conflict'),
}

const CONFLICT_OF = {
  paid: { asking: 'UsedBefore', changing: 'UsedBeforeOrConflict' },
  free: { asking: null, changing: 'Conflict' },
} as const satisfies Record<Endpoint['access']['kind'], Record<string, keyof typeof CONFLICTS | null>>

/**
 * The problems that an endpoint names itself; else the cases of 409: payments that were used before, and changes that a
 * state forbids.
 */
const otherProblemsOf = ({ method, access, problems }: Endpoint) => {
  if (problems)
    return Object.fromEntries(problems.map((code) => [String(PROBLEMS[code].status), problemResponse(code)]))
  const which = CONFLICT_OF[access.kind][method === 'GET' ? 'asking' : 'changing']
  if (which === null) return {}
  return { '409': { $ref: `#/components/responses/${which}` } }
}

const responsesOf = (endpoint: Endpoint) => ({
  '200': {
    description: endpoint.access.kind === 'paid' ? 'The signed answer' : endpoint.summary,
    ...(endpoint.access.kind === 'paid' && { headers: SAID_OF_SALE }),
    content: { [endpoint.contentType]: { schema: plain(endpoint.answer), example: endpoint.example } },
  },
  '400': problemResponse('invalid_request'),
  ...(endpoint.path.includes('{') && { '404': problemResponse('not_found') }),
  ...(endpoint.access.kind === 'paid' && {
    '402': {
      description: PROBLEMS.payment_required.meaning,
      headers: {
        ...SAID_OF_REQUEST,
        'WWW-Authenticate': text('L402 challenge'),
        'Retry-After': {
          description: 'Only where an invoice is withheld: seconds until one is made',
          schema: { type: 'integer' },
        },
        'PAYMENT-REQUIRED': text('x402 version 2 challenge, base64'),
      },
      content: { 'application/json': { schema: { $ref: '#/components/schemas/PaymentRequired' } } },
    },
  }),
  ...otherProblemsOf(endpoint),
  '503': problemResponse('data_unavailable'),
})

/** Extensions of OpenAPI begin with `x-`. */
const closedMarks = (endpoint: Endpoint) =>
  Object.fromEntries(Object.entries(markClosed(endpoint)).map(([name, value]) => [`x-${name}`, value]))

const exampleIn = (words: Readonly<Record<string, string>> = {}, name = '') =>
  words[name] === undefined ? {} : { example: words[name] }

const operationOf = (endpoint: Endpoint, nowTs: number) => ({
  operationId: `${endpoint.method.toLowerCase()}${endpoint.path.replace(/[^A-Za-z0-9]+(.)?/g, (_all, next: string | undefined) => (next ?? '').toUpperCase())}`,
  summary: endpoint.summary,
  tags: [endpoint.family],
  parameters: [
    ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map((hole) => ({
      name: hole[1],
      in: 'path',
      required: true,
      schema: { type: 'string' },
      ...exampleIn(endpoint.filled?.params, hole[1]!),
    })),
    ...Object.entries(endpoint.query ?? {}).map(([name, schema]) => ({
      ...queryParameterOf(name, schema, endpoint.needs?.includes(name) ?? false),
      ...exampleIn(endpoint.filled?.query, name),
    })),
    ...pointersTo('parameters', guardsTaken(endpoint.guards)).map(([, at]) => at),
    ...Object.entries(endpoint.headers ?? {}).map(parameterOf),
    ...(endpoint.access.kind === 'paid'
      ? pointersTo('parameters', Object.keys(ASKING_HEADERS)).map(([, at]) => at)
      : []),
  ],
  ...(endpoint.body && {
    requestBody: {
      required: true,
      content: { 'application/json': { schema: plain(endpoint.body.schema), example: endpoint.body.example(nowTs) } },
    },
  }),
  responses: responsesOf(endpoint),
  'x-layer': endpoint.layer,
  ...closedMarks(endpoint),
  ...(endpoint.access.kind === 'paid' && {
    security: [{ l402: [] }, { x402: [] }, { x402v1: [] }],
    'x-price': statedPrice(endpoint.access.price),
  }),
})

export const openapi = (
  endpoints: readonly Endpoint[],
  { name, version, publicUrl, mode }: Instance,
  nowTs: number,
) => {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const endpoint of endpoints)
    (paths[endpoint.path] ??= {})[endpoint.method.toLowerCase()] = operationOf(endpoint, nowTs)
  return {
    openapi: '3.1.0',
    info: {
      title: name,
      version,
      description: DESCRIPTION,
      'x-mode': mode,
      'x-keys': publicUrl + KEYS_PATH,
      'x-layers': layersOf(endpoints),
    },
    servers: [{ url: publicUrl }],
    tags: [...new Set(endpoints.map((each) => each.family))].map((family) => ({ name: family })),
    paths,
    components: {
      parameters: PARAMETERS,
      headers: HEADERS,
      responses: CONFLICTS,
      schemas: { Problem: plain(ProblemSchema), PaymentRequired: plain(PaymentRequired) },
      securitySchemes: {
        l402: { type: 'http', scheme: 'L402', description: 'Authorization: L402 <macaroon, base64>:<preimage, hex>' },
        x402: { type: 'apiKey', in: 'header', name: 'PAYMENT-SIGNATURE', description: 'x402 version 2, base64' },
        x402v1: { type: 'apiKey', in: 'header', name: 'X-PAYMENT', description: 'x402 version 1, base64' },
      },
    },
    'x-error-codes': PROBLEMS,
    'x-payment-reasons': X402_REASONS,
  }
}
