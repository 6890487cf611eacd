import { Elysia } from 'elysia'
import { templatePattern } from '../../feeds/subject.ts'
import type { Log } from '../../ports.ts'
import { isTooLong, refuseLong } from '../wire/body.ts'
import { type Call, type Endpoint, nameOf, spelled } from '../wire/endpoint.ts'
import { nowhereProblem } from './other-words.ts'
import { createGate, pass } from './gate.ts'
import { askedForAt, NO_ROUTE, PAGES_ROUTE, routeLabels } from './route-labels.ts'
import { NO_TRAFFIC, type Traffic, type Visits } from './traffic.ts'
import type { AskApp, Mount } from '../wire/mount.ts'
import { problem, type Problem } from '../wire/problem.ts'
import { isForMachines, isPagePath, linksOf, type Pages } from '../pages/pages.ts'
import { NO_GUARDS } from '../rails/guards.ts'
import { takeGuards } from '../wire/guard-parameters.ts'
import { checkQuery } from '../wire/query.ts'
import { problemResponse } from '../wire/respond.ts'
import { type Soon, soon } from '../wire/soon.ts'
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
  const [nobodys, onPages] = [traffic.at(NO_ROUTE, 'none'), traffic.at(PAGES_ROUTE, 'page')]
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

  /** Client addresses by request, since the router passes on only the request. */
  const addresses = new WeakMap<Request, string>()

  const failed = async (what: unknown, where: string): Promise<Response> => {
    const fields = { where, message: String(what), stack: (what as Error).stack }
    // The store may work again by now, so the thrown error counts before its state.
    const refusal = (isOtherType(what) ? 'unreadable' : refusalOf(what)) ?? (await options.store())
    if (refusal !== null) {
      log.warn('request.cut_off', fields)
      return refuse(storeProblem(refusal))
    }
    log.error('request.crashed', fields)
    return refuse(problem('internal_error', 'This is a bug of ours. Repeat the same request with the same payment.'))
  }

  const handle = (endpoint: Endpoint, request: Request, params: Call['params'], address: string): Soon<Response> => {
    try {
      const mark = request.url.indexOf('?')
      const query = mark < 0 ? NO_QUERY : new URLSearchParams(request.url.slice(mark + 1))
      const broken = mark < 0 ? null : checkQuery(endpoint, query, params)
      if (broken) return refuse(broken)
      const guards = mark < 0 || !endpoint.guards ? NO_GUARDS : takeGuards(query)
      const call: Call = { request, params, query, guards, address }
      const answered = endpoint.handle(call)
      return answered instanceof Promise
        ? answered.catch((problem: unknown) => failed(problem, nameOf(endpoint)))
        : answered
    } catch (problem) {
      return failed(problem, nameOf(endpoint))
    }
  }
  const handlerOf =
    (endpoint: Endpoint, visits: Visits) =>
    (request: Request, params: Call['params'], address: string): Soon<Response> =>
      visits.end(visits.begin(), handle(endpoint, request, params, address))

  const router = new Elysia()
  /** Routes without parameters are found here. The router would do more work than these need. */
  const reads = new Map<string, ReturnType<typeof handlerOf>>()
  for (const { endpoint, visits } of served) {
    const handler = handlerOf(endpoint, visits)
    if (endpoint.method === 'GET' && !hasHoles(endpoint)) reads.set(endpoint.path, handler)
    router.route(endpoint.method, routerPath(endpoint.path), ({ request, params = NO_PARAMS }: RouterContext) =>
      handler(request, params, addresses.get(request) ?? UNKNOWN),
    )
  }
  const shapes = endpoints.map((endpoint) => ({ method: endpoint.method, shape: templatePattern(endpoint.path) }))

  const noSuchPath = nowhereProblem(endpoints)

  /** Browsers are told as a page what is not there, and what is no path at all. */
  const refusePage = (request: Request, found: Problem): Response =>
    (AS_PAGES.has(found.code) && pages?.problem(request, new URL(request.url).pathname, found)) || refuse(found)

  /** The answer to what never gets to a route. */
  const turnedAway = (answered: Soon<Response>): Soon<Response> => nobodys.end(nobodys.begin(), answered)

  const nowhere = (request: Request): Soon<Response> => {
    const path = new URL(request.url).pathname
    const methods = [...new Set(shapes.filter(({ shape }) => shape.test(path)).map(({ method }) => method))]
    if (methods.length === 0) {
      const links = linksOf(request, path)
      return links ? onPages.end(onPages.begin(), links) : turnedAway(refusePage(request, noSuchPath(path)))
    }
    const allow = [...methods, ...(methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ')
    return turnedAway(refuse(problem('method_not_allowed', `This path takes ${allow}.`), { allow }))
  }
  router.onError(({ code, error, request }) =>
    code === 'NOT_FOUND' ? nowhere(request) : turnedAway(failed(error, request.method)),
  )
  router.compile()

  const crashed = (problem: unknown): Promise<Response> => failed(problem, 'gate')

  const route = (request: Request, path: string, address: string): Soon<Response> => {
    const read = request.method === 'GET' ? reads.get(path) : undefined
    if (read) return read(request, NO_PARAMS, address)
    addresses.set(request, address)
    const routed: Soon<Response> = router.fetch(request)
    return routed instanceof Promise ? routed.catch(crashed) : routed
  }

  const answer = (request: Request, address: string): Soon<Response> => {
    try {
      const passed = pass(gate, request)
      if (passed instanceof Response) return turnedAway(passed)
      if (passed.kind === 'problem') return turnedAway(refusePage(request, passed))
      if (passed.kind === 'anybody') {
        const { toAnybody, visits } = said.get(passed.path)!
        return visits.end(visits.begin(), toAnybody().catch(crashed))
      }
      if (isTooLong(passed.request)) return turnedAway(refuseLong(passed.request).then(refuse).catch(crashed))
      const mounted = mounts.get(passed.path)
      if (mounted) {
        const begun = mounted.visits.begin()
        const answered = mounted.mount.handle(passed.request, address, app)
        return mounted.visits.end(begun, answered instanceof Promise ? answered.catch(crashed) : answered)
      }
      if (isForMachines(passed.path)) return route(passed.request, passed.path, address)
      const begun = onPages.begin()
      const page = pages?.read(passed.request, passed.path, passed.query)
      if (page) return onPages.end(begun, page)
      const routed = route(passed.request, passed.path, address)
      return isPagePath(passed.path) ? soon(routed, asOneOfTwo) : routed
    } catch (problem) {
      return turnedAway(crashed(problem))
    }
  }
  const app: AskApp = (request, address) => {
    const answered = answer(request, address)
    return request.method === 'HEAD' ? soon(answered, bodiless) : answered
  }
  return (request, address = UNKNOWN) => app(request, address)
}
