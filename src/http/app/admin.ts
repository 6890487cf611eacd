import { isLoopback, isLoopbackName } from '../../listening.ts'
import { TEXT_TYPE } from '../../metrics/text.ts'
import { moneyView } from './books-view.ts'
import type { Counters } from '../paywall/counters.ts'
import { type MetricsDeps, metricsPage } from './metrics-page.ts'
import { BOOKKEEPER } from '../../store/published/health.ts'
import { REFUSAL_WORDS, refusalOf } from '../../store/redis/refusal.ts'
import { readAges, readSaleability } from '../endpoints/sellable.ts'
import { isSameSecret } from '../wire/same-secret.ts'

/** What the port for operators shows. */
export interface AdminDeps extends MetricsDeps {
  readonly count: Counters
  /** What another machine must send to read the metrics; `null`: none may. */
  readonly metricsToken: string | null
  /** BullMQ's dashboard, for everything below its path. */
  board(request: Request): Promise<Response>
}

/** The path of the dashboard on the admin port. */
export const BOARD_PATH = '/queues'

const printing = async ({ registry, store }: AdminDeps) =>
  Object.fromEntries(
    await Promise.all(registry.items.map(async ({ actor }) => [actor, await store.snapshots.printing(actor)] as const)),
  )

const actors = async ({ registry, store, closed, clock }: AdminDeps) => {
  const [health, looked] = await Promise.all([
    store.health.all(),
    readSaleability(registry, store.snapshots, closed, clock.now()),
  ])
  const kept = await readAges(registry.internal, store.snapshots, clock.now())
  return {
    items: looked.map(({ item: { actor }, ageSeconds, sellable, lacks }) => ({
      actor,
      ageSeconds,
      sellable,
      ...(lacks && { unavailable: lacks }),
      ...health[actor],
    })),
    internal: kept.map(({ item: { actor }, ageSeconds }) => ({ actor, ageSeconds, ...health[actor] })),
    boards: [...registry.boards, ...registry.fills].map(({ id }) => ({ actor: id, ...health[id] })),
    streams: registry.streams.map(({ id }) => ({ actor: id, ...health[id] })),
    roles: [BOOKKEEPER].map((actor) => ({ actor, ...health[actor] })),
  }
}

const money = async ({ store, count, clock }: AdminDeps) => ({
  ...(await moneyView(store, clock.now())),
  server: count.read(),
})

const METRICS_PATH = '/metrics'

/** An IPv4 address as a socket of both families has it: `::ffff:127.0.0.1`. */
const MAPPED = /^::ffff:(?=\d+\.)/i

/**
 * Whether this machine asks, under a name of its own. A web page in an operator's browser could reach this port under the
 * page's name, and another machine may write any Host.
 */
const isOfThisMachine = (hostname: string, address: string): boolean =>
  isLoopbackName(hostname) && isLoopback(address.replace(MAPPED, ''))

const notGet = (): Response =>
  Response.json({ error: 'method_not_allowed' }, { status: 405, headers: { allow: 'GET' } })

const metrics = async (deps: AdminDeps): Promise<Response> =>
  new Response(await metricsPage(deps), { headers: { 'content-type': TEXT_TYPE } })

/** RFC 6750, section 3: what a request without the token is told. */
const CHALLENGE = { 'www-authenticate': 'Bearer realm="claros metrics"' }

const tokenOf = ({ headers }: Request): string =>
  /^bearer +([!-~]+)$/i.exec(headers.get('authorization') ?? '')?.[1] ?? ''

/** Other machines get the metrics alone, and only with the token. */
const toOthers = async (deps: AdminDeps, request: Request, pathname: string): Promise<Response> => {
  const { metricsToken } = deps
  if (metricsToken === null || pathname !== METRICS_PATH)
    return Response.json({ error: 'misdirected_request' }, { status: 421 })
  if (!isSameSecret(tokenOf(request), metricsToken))
    return Response.json({ error: 'unauthorized' }, { status: 401, headers: CHALLENGE })
  return request.method === 'GET' ? metrics(deps) : notGet()
}

/** The pages of this machine. */
const toOurselves = async (deps: AdminDeps, request: Request, pathname: string): Promise<Response> => {
  if (request.method !== 'GET') return notGet()
  if (pathname === BOARD_PATH || pathname.startsWith(`${BOARD_PATH}/`)) return deps.board(request)
  switch (pathname) {
    case '/':
      return Response.json({ paths: [METRICS_PATH, BOARD_PATH, '/printing', '/actors', '/money'] })
    case METRICS_PATH:
      return metrics(deps)
    case '/printing':
      return Response.json(await printing(deps))
    case '/actors':
      return Response.json(await actors(deps))
    case '/money':
      return Response.json(await money(deps))
    default:
      return Response.json({ error: 'not_found' }, { status: 404 })
  }
}

/** While the store does not answer: it is looked at here most of all. */
const withoutStore = (thrown: unknown): Response => {
  const refusal = refusalOf(thrown)
  if (refusal === null) throw thrown
  return Response.json({ error: 'unavailable', message: REFUSAL_WORDS[refusal] }, { status: 503 })
}

/** Whoever is asked without a socket is asked by this process. */
const OURSELVES = '127.0.0.1'

/**
 * The pages for operators, which answer to this machine under loopback names: `/metrics` (Prometheus; with a token to
 * other machines too), `/queues` (BullMQ's dashboard, read-only), `/printing` (numbers of signed and sold editions),
 * `/actors` (age and last failure of every actor), `/money` (sales and revenue by the books, refusals of this process).
 */
export const adminApp =
  (deps: AdminDeps) =>
  async (request: Request, address: string = OURSELVES): Promise<Response> => {
    // Without a Host, or with one that is none, the runtime leaves an address that is none.
    const asked = URL.parse(request.url)
    if (asked === null) return Response.json({ error: 'invalid_request' }, { status: 400 })
    const { pathname, hostname } = asked
    const answer = isOfThisMachine(hostname, address) ? toOurselves : toOthers
    return answer(deps, request, pathname).catch(withoutStore)
  }
