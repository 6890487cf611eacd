import type { Registry } from '../feeds/registry.ts'
import type { Clock } from '../ports.ts'
import type { Store } from '../store/store.ts'
import type { Counters } from './counters.ts'

/** What the loopback admin port shows. */
export interface AdminDesk {
  readonly registry: Registry
  readonly store: Store
  readonly count: Counters
  readonly clock: Clock
}

const printing = async ({ registry, store }: AdminDesk) =>
  Object.fromEntries(
    await Promise.all(registry.items.map(async ({ actor }) => [actor, await store.snapshots.printing(actor)] as const)),
  )

const actors = async ({ registry, store, clock }: AdminDesk) => {
  const [health, snapshots] = await Promise.all([
    store.health.all(),
    store.snapshots.latestOf(registry.items.map((item) => item.actor)),
  ])
  const now = clock.now()
  const items = registry.items.map((item, at) => {
    const age = snapshots[at] ? Math.floor(now / 1000) - snapshots[at].timestamp : null
    return {
      actor: item.actor,
      ageSeconds: age,
      sellable: age !== null && age <= item.feed.sale.sellableSeconds,
      ...health[item.actor],
    }
  })
  return { items, boards: registry.boards.map((board) => ({ actor: board.id, ...health[board.id] })) }
}

/**
 * Operators' view, on a port that only listens on the loopback address: `/printing` (print-run counters), `/actors`
 * (age and last failure of everything that runs), `/money` (sales and refusals of this process).
 */
export const adminApp =
  (desk: AdminDesk) =>
  async (request: Request): Promise<Response> => {
    const { pathname } = new URL(request.url)
    if (request.method !== 'GET')
      return Response.json({ error: 'method_not_allowed' }, { status: 405, headers: { allow: 'GET' } })
    switch (pathname) {
      case '/':
        return Response.json({ paths: ['/printing', '/actors', '/money'] })
      case '/printing':
        return Response.json(await printing(desk))
      case '/actors':
        return Response.json(await actors(desk))
      case '/money':
        return Response.json(desk.count.read())
      default:
        return Response.json({ error: 'not_found' }, { status: 404 })
    }
  }
