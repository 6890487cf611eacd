import type { AdminDeps } from '../../../src/http/app/admin.ts'
import { everyRouteLabel } from '../../../src/http/app/route-labels.ts'
import { railStates } from '../../../src/http/endpoints/rail-states.ts'
import { registry } from '../../../src/feeds/registry.ts'
import type { Shop } from '../shop.ts'

/**
 * What the port for operators shows of a shop, without queues and other processes.
 *
 * @param more what a test has besides, or instead
 */
export const adminDeps = (shop: Shop, more: Partial<AdminDeps> = {}): AdminDeps => ({
  registry,
  store: shop.store,
  closed: shop.paywall.closedFeeds,
  clock: shop.clock,
  version: '9.9.9',
  ownSettlement: false,
  metricsToken: null,
  facilitators: [],
  routes: everyRouteLabel(shop.endpoints, []),
  count: shop.count,
  flush: async () => {},
  lanes: async () => [],
  rails: () => railStates(shop.paywall),
  board: async () => new Response('the dashboard'),
  ...more,
})
