import { TEXT_TYPE } from '../../metrics/text.ts'
import { moneyView } from './books-view.ts'
import type { Counters } from '../paywall/counters.ts'
import { type MetricsDeps, metricsPage } from './metrics-page.ts'
import { BOOKKEEPER } from '../../store/published/health.ts'
import { readAges, readSaleability } from '../endpoints/sellable.ts'

/** What the loopback admin port shows. */
export interface AdminDeps extends MetricsDeps {
  readonly count: Counters
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

/** Only these hosts are answered: a web page in an operator's browser could reach this port under its own name. */
const LOOPBACK: readonly string[] = ['127.0.0.1', 'localhost', '[::1]']

/**
 * The pages for operators, on a port that listens only on the loopback address and answers only to loopback names:
 * `/metrics` (Prometheus), `/queues` (BullMQ's dashboard, read-only), `/printing` (numbers of signed and sold
 * editions), `/actors` (age and last failure of every actor), `/money` (sales and revenue by the books, refusals of
 * this process).
 */
export const adminApp =
  (deps: AdminDeps) =>
  async (request: Request): Promise<Response> => {
    const { pathname, hostname } = new URL(request.url)
    if (!LOOPBACK.includes(hostname)) return Response.json({ error: 'misdirected_request' }, { status: 421 })
    if (request.method !== 'GET')
      return Response.json({ error: 'method_not_allowed' }, { status: 405, headers: { allow: 'GET' } })
    if (pathname === BOARD_PATH || pathname.startsWith(`${BOARD_PATH}/`)) return deps.board(request)
    switch (pathname) {
      case '/':
        return Response.json({ paths: ['/metrics', BOARD_PATH, '/printing', '/actors', '/money'] })
      case '/metrics':
        return new Response(await metricsPage(deps), { headers: { 'content-type': TEXT_TYPE } })
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
