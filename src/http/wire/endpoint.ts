import type { TSchema } from '@sinclair/typebox'
import type { Json } from '../../canonical/jcs.ts'
import type { Layer } from '../../feeds/feed.ts'
import type { Tariff } from '../../feeds/tariff.ts'
import type { RefusedSource } from '../../sources/permission.ts'
import type { Guards } from '../rails/guards.ts'
import type { TakenGuards } from './guard-parameters.ts'
import type { BrokenRule, ProblemCode } from './problem.ts'
import type { Soon } from './soon.ts'
import type { Trace } from './trace.ts'

/** Everything that a handler may read. */
export interface Call {
  readonly request: Request
  /** Parameters of the path template, decoded by the router. */
  readonly params: Readonly<Record<string, string>>
  /** Without guards. */
  readonly query: URLSearchParams
  readonly guards: Guards
  /** The client's address. */
  readonly address: string
  readonly trace: Trace
}

/** The parameters and query of one call. */
export interface Filled {
  readonly params?: Readonly<Record<string, string>>
  readonly query?: Readonly<Record<string, string>>
}

/**
 * One route. Elysia's routes, OpenAPI, the x402 document, the agent cards, `llms.txt`, the manifest and the golden
 * list are all made from these values: no document can promise a route that does not exist.
 */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'DELETE'
  /** OpenAPI template, lower case: `/oracle/price/btc/usd`. */
  readonly path: string
  /** The form that the path fills with one of several subjects: `/oracle/price/{base}/{quote}`. */
  readonly template?: string
  /** An example call, of a route that has parameters it cannot be asked without. */
  readonly filled?: Filled
  /** Other spellings of the path, with the same answers. They are served, and no document lists them. */
  readonly alsoAt?: readonly string[]
  readonly family: string
  readonly layer: Layer | 'Service'
  readonly summary: string
  /** Its price, or that it is free. */
  readonly access: { readonly kind: 'free' } | { readonly kind: 'paid'; readonly price: Tariff }
  /** What it lacks, if the operator's settings close it now; `null` or left out: it is open. */
  readonly lacks?: () => readonly RefusedSource[] | null
  /** The only query parameters that it takes. With `null` a paid route takes none, and a free one ignores the query. */
  readonly query: Readonly<Record<string, TSchema>> | null
  /** The guards of buyers that it takes beside them; left out: none. */
  readonly guards?: TakenGuards
  /** Those of them that a request must have; none if left out. */
  readonly needs?: readonly string[]
  /**
   * The rules beyond those of schemas that the words of a request break. Asked only where other rules are broken, so that
   * one refusal names all: a handler judges them itself.
   */
  readonly breaks?: (words: Pick<Call, 'params' | 'query'>) => readonly BrokenRule[]
  /** What the parameters of its path may say, by their names; any text for those left out. */
  readonly words?: Readonly<Record<string, TSchema>>
  /** The JSON that it takes; absent: it takes none. */
  readonly body?: EndpointBody
  /** Request headers that it reads, by name, with what they say. */
  readonly headers?: Readonly<Record<string, string>>
  /** Problems besides those that follow from its form (`route-problems.ts`); none if left out. */
  readonly problems?: readonly ProblemCode[]
  /** Whether its answer has an ETag, so that a client that has it is told so. */
  readonly isTagged?: boolean
  readonly contentType: 'application/json' | 'application/mcp-server-card+json' | 'text/plain'
  /** A schema with a `title` is written once in OpenAPI, under that name; so is every schema within it. */
  readonly answer: TSchema
  readonly example: Json
  /** What a route of text says to who asks for JSON by name; left out where it has no such form. */
  readonly inJson?: { readonly answer: TSchema; readonly example: Json }
  handle(call: Call): Soon<Response>
  /**
   * What it says under a Host that is not ours, without parameters and without what would tell who we are; left out: it is
   * refused. Only of a path without parameters that is read.
   */
  readonly toAnybody?: () => Promise<Response>
}

export interface EndpointBody {
  readonly schema: TSchema
  /** A body that is accepted at this time (Unix seconds), since bodies contain dates. */
  example(nowTs: number): Readonly<Record<string, Json>>
}

/** Path and query of a call that can be made as it stands: an example, where the path has parameters. */
export const callOf = ({
  path,
  filled: { params = {}, query = {} } = {},
}: Pick<Endpoint, 'path' | 'filled'>): string => {
  const filled = path.replace(/\{(\w+)\}/g, (hole, name: string) => {
    const word = params[name]
    return word === undefined ? hole : encodeURIComponent(word)
  })
  const words = new URLSearchParams(query).toString()
  return words === '' ? filled : `${filled}?${words}`
}

/** How documents mark what is not sold here now; nothing where it is. */
export const markClosed = ({ lacks }: Pick<Endpoint, 'lacks'>) => {
  const closed = lacks?.()
  return closed ? { available: false, unavailable: closed } : {}
}

/** Whether it is sold. */
export const isPriced = ({ access }: Pick<Endpoint, 'access'>): boolean => access.kind === 'paid'

export const FREE = { kind: 'free' } as const

/** A free copy refuses what its paid route would refuse, so that clients do not learn requests that fail later. */
export const NO_PARAMETERS: Endpoint['query'] = {}

/** Every route once for each spelling of its path. */
export const spelled = (endpoint: Endpoint): readonly Endpoint[] => [
  endpoint,
  ...(endpoint.alsoAt ?? []).map((path) => ({ ...endpoint, path })),
]

/** `GET /oracle/price/btc/usd` */
export const nameOf = ({ method, path }: Pick<Endpoint, 'method' | 'path'>): string => `${method} ${path}`
