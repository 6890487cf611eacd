import { Elysia } from 'elysia'
import { templatePattern } from '../../feeds/subject.ts'
import type { Log, Random } from '../../ports.ts'
import { isTooLong, refuseLong } from '../wire/body.ts'
import { type Call, type Endpoint, nameOf, spelled } from '../wire/endpoint.ts'
import { nowhereProblem } from './other-words.ts'
import { createGate, pass } from './gate.ts'
import { askedForAt, NO_ROUTE, PAGES_ROUTE, routeLabels } from './route-labels.ts'
import { NO_TRAFFIC, type Traffic, type Visits } from './traffic.ts'
import type { Mount } from '../wire/mount.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { isForMachines, isPagePath, linksOf, type Pages } from '../pages/pages.ts'
import { NO_GUARDS } from '../rails/guards.ts'
import { takeGuards } from '../wire/guard-parameters.ts'
import { checkQuery } from '../wire/query.ts'
import { problemResponse } from '../wire/respond.ts'
import { createRequestIds, withRequestId } from './request-id.ts'
import { type Soon, soon } from '../wire/soon.ts'
import { newTrace, receiptHeader, type Trace, traceFields } from '../wire/trace.ts'
import { type StoreRefusalCheck, storeProblem } from '../paywall/store-refusal.ts'
import { refusalOf } from '../../store/redis/refusal.ts'
import { isOtherType } from '../../store/redis/stored.ts'

/** What the app needs besides its routes. */
export interface AppOptions {
  /** Accepted Host headers, with or without a port. */
  readonly hosts: readonly string[]
  /** Whether a Host without port is another name of ours; left out: none is. */
  readonly isOwnHost?: (name: string) => boolean
  readonly docs: string
  readonly log: Log
  /** For the ids of requests. */
  readonly random: Random
  /** Whether the store takes writes: an unexpected failure while it does not is no bug. */
  readonly store: StoreRefusalCheck
  /** Paths with protocols of their own; none when left out. */
  readonly mounts?: readonly Mount[]
  /** The pages for browsers; without them everybody gets JSON. */
  readonly pages?: Pages | null
  /** Counts what is answered; left out: nothing is counted. */
  readonly traffic?: Traffic
}

/** Answers one request of one client. The same function serves sockets and tests. */
export type App = (request: Request, address?: string) => Soon<Response>

/** Who asks. */
interface Origin {
  readonly address: string
  readonly trace: Trace
  /** Where the request is counted, which whoever answers it says; as one that no route has until then. */
  visits: Visits
}

interface RouterContext {
  readonly request: Request
  readonly params?: Readonly<Record<string, string>>
}

/** Whether one route serves many paths: its template has parameters. */
const hasHoles = ({ path }: Endpoint): boolean => path.includes('{')

/** Clients whose address is not known share one limit. */
const UNKNOWN = '0.0.0.0'

const NO_QUERY = new URLSearchParams()
const NO_PARAMS: Call['params'] = {}

/** Problems of addresses: somebody typed them, or followed a link. */
const AS_PAGES: ReadonlySet<string> = new Set(['not_found', 'invalid_request', 'uri_too_long'])

/** `/oracle/{base}` as the router spells it. */
const routerPath = (template: string): string => template.replace(/\{(\w+)\}/g, ':$1')

/** A page's path answers two forms, and a cache in between must not mix them up. */
const asOneOfTwo = (response: Response): Response => {
  const known = response.headers.get('vary')
  if (!/\baccept\b(?!-)/i.test(known ?? '')) response.headers.append('vary', 'accept')
  return response
}

const bodiless = (response: Response): Response =>
  new Response(null, { status: response.status, headers: response.headers })

export const createApp = (described: readonly Endpoint[], options: AppOptions): App => {
  const { docs, log, pages = null, traffic = NO_TRAFFIC } = options
  const labelOf = routeLabels(described)
  const served = described.flatMap((endpoint) => {
    const visits = traffic.at(labelOf(endpoint), askedForAt(endpoint))
    return spelled(endpoint).map((each) => ({ endpoint: each, visits }))
  })
  const endpoints = served.map(({ endpoint }) => endpoint)
  const [onNoRoute, onPages] = [traffic.at(NO_ROUTE, 'none'), traffic.at(PAGES_ROUTE, 'page')]
  const fixed = endpoints.filter((endpoint) => !hasHoles(endpoint))
  const mounts = new Map(
    options.mounts?.map((mount) => [mount.path, { mount, visits: traffic.at(mount.path, 'none') }]),
  )
  /** What is said under a Host that is not ours, by path. */
  const said = new Map(
    served.flatMap(({ endpoint: { method, path, toAnybody }, visits }) =>
      method === 'GET' && toAnybody ? [[path, { toAnybody, visits }] as const] : [],
    ),
  )
  const gate = createGate({
    hosts: options.hosts,
    ...(options.isOwnHost && { isOwnHost: options.isOwnHost }),
    paths: [...fixed.map(({ path }) => path), ...mounts.keys()],
    anyHost: [...said.keys()],
  })
  const refuse = (found: Problem, headers?: Readonly<Record<string, string>>) => problemResponse(found, docs, headers)

  /** By request, since the router passes on only that. */
  const origins = new WeakMap<Request, Origin>()

  const failed = async (what: unknown, where: string, trace: Trace): Promise<Response> => {
    const fields = { ...traceFields(trace), where, message: String(what), stack: (what as Error).stack }
    // The store may work again by now, so the thrown error counts before its state.
    const refusal = (isOtherType(what) ? 'unreadable' : refusalOf(what)) ?? (await options.store())
    if (refusal !== null) {
      log.warn('request.cut_off', fields)
      return refuse(storeProblem(refusal), receiptHeader(trace))
    }
    log.error('request.crashed', fields)
    const message = 'This is a bug of ours. Repeat the same request with the same payment.'
    return refuse(problem('internal_error', message), receiptHeader(trace))
  }

  const handlerOf =
    (endpoint: Endpoint, visits: Visits) =>
    (request: Request, params: Call['params'], origin: Origin): Soon<Response> => {
      const { address, trace } = origin
      origin.visits = visits
      try {
        const mark = request.url.indexOf('?')
        const query = mark < 0 ? NO_QUERY : new URLSearchParams(request.url.slice(mark + 1))
        const broken = mark < 0 ? null : checkQuery(endpoint, query, params)
        if (broken) return refuse(broken)
        const guards = mark < 0 || !endpoint.guards ? NO_GUARDS : takeGuards(query)
        const call: Call = { request, params, query, guards, address, trace }
        const answered = endpoint.handle(call)
        return answered instanceof Promise
          ? answered.catch((problem: unknown) => failed(problem, nameOf(endpoint), trace))
          : answered
      } catch (problem) {
        return failed(problem, nameOf(endpoint), trace)
      }
    }

  const router = new Elysia()
  /** Routes without parameters are found here. The router would do more work than these need. */
  const reads = new Map<string, ReturnType<typeof handlerOf>>()
  for (const { endpoint, visits } of served) {
    const handle = handlerOf(endpoint, visits)
    if (endpoint.method === 'GET' && !hasHoles(endpoint)) reads.set(endpoint.path, handle)
    router.route(endpoint.method, routerPath(endpoint.path), ({ request, params = NO_PARAMS }: RouterContext) =>
      handle(request, params, origins.get(request)!),
    )
  }
  const shapes = endpoints.map((endpoint) => ({ method: endpoint.method, shape: templatePattern(endpoint.path) }))

  const noSuchPath = nowhereProblem(endpoints)

  /** Browsers are told as a page what is not there, and what is no path at all. */
  const refusePage = (request: Request, found: Problem): Response =>
    (AS_PAGES.has(found.code) && pages?.problem(request, new URL(request.url).pathname, found)) || refuse(found)

  const nowhere = (request: Request): Response => {
    const path = new URL(request.url).pathname
    const methods = [...new Set(shapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method))]
    if (methods.length === 0) {
      const links = linksOf(request, path)
      if (links) origins.get(request)!.visits = onPages
      return links ?? refusePage(request, noSuchPath(path))
    }
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    return refuse(problem('method_not_allowed', `This path takes ${allow}.`), { allow })
  }
  router.onError(({ code, error, request }) => {
    if (code === 'NOT_FOUND') return nowhere(request)
    return failed(error, request.method, origins.get(request)!.trace)
  })
  router.compile()

  const crashedWith = (trace: Trace) => (problem: unknown) => failed(problem, 'gate', trace)

  const route = (request: Request, path: string, origin: Origin): Soon<Response> => {
    const read = request.method === 'GET' ? reads.get(path) : undefined
    if (read) return read(request, NO_PARAMS, origin)
    origins.set(request, origin)
    const routed: Soon<Response> = router.fetch(request)
    return routed instanceof Promise ? routed.catch(crashedWith(origin.trace)) : routed
  }

  const answer = (request: Request, origin: Origin): Soon<Response> => {
    const { address, trace } = origin
    const crashed = crashedWith(trace)
    try {
      const passed = pass(gate, request)
      if (passed instanceof Response) return passed
      if (passed.kind === 'problem') return refusePage(request, passed)
      if (passed.kind === 'anybody') {
        const { toAnybody, visits } = said.get(passed.path)!
        origin.visits = visits
        return toAnybody().catch(crashed)
      }
      if (isTooLong(passed.request))
        return refuseLong(passed.request)
          .then((found) => refuse(found))
          .catch(crashed)
      const mounted = mounts.get(passed.path)
      if (mounted) {
        origin.visits = mounted.visits
        const ask = (inner: Request, from: string) => counted(inner, from, newTrace(trace.id))
        const answered = mounted.mount.handle(passed.request, address, ask, trace)
        return answered instanceof Promise ? answered.catch(crashed) : answered
      }
      if (isForMachines(passed.path)) return route(passed.request, passed.path, origin)
      const page = pages?.read(passed.request, passed.path, passed.query)
      if (page) {
        origin.visits = onPages
        return page
      }
      const routed = route(passed.request, passed.path, origin)
      return isPagePath(passed.path) ? soon(routed, asOneOfTwo) : routed
    } catch (problem) {
      return crashedWith(trace)(problem)
    }
  }
  /** Counts the request where its answer leaves. */
  const counted = (request: Request, address: string, trace: Trace): Soon<Response> => {
    const origin: Origin = { address, trace, visits: onNoRoute }
    const begun = traffic.begin()
    return soon(answer(request, origin), (response) => {
      origin.visits.answered(begun, response.status)
      return request.method === 'HEAD' ? bodiless(response) : response
    })
  }
  const idOf = createRequestIds(options.random)
  return (request, address = UNKNOWN) => {
    const id = idOf(request)
    return soon(counted(request, address, newTrace(id)), (response) => withRequestId(response, id))
  }
}
