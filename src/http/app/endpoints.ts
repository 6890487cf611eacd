import { COMPUTED_FEEDS } from '../../feeds/history/computed-feeds.ts'
import type { Registry } from '../../feeds/registry.ts'
import { computedEndpoints } from '../endpoints/computed-endpoints.ts'
import type { AttestDeps } from '../dlc/attest-endpoints.ts'
import type { EventSaleDeps } from '../dlc/sale-deps.ts'
import type { EventReadDeps } from '../dlc/read-deps.ts'
import { dlcReadEndpoints } from '../dlc/read-endpoints.ts'
import { dlcSaleEndpoints } from '../dlc/sale-endpoints.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import { refuseTwice } from './distinct-routes.ts'
import { type InsuranceDeps, insuranceEndpoints } from '../endpoints/insurance-endpoints.ts'
import { type KeysDeps, keysEndpoint } from '../endpoints/keys-endpoint.ts'
import { onDemandEndpoints } from '../endpoints/on-demand-endpoints.ts'
import { queryEndpoints } from '../endpoints/query-endpoints.ts'
import { receiptEndpoint } from '../endpoints/receipt-endpoint.ts'
import { feedListEndpoints } from '../endpoints/feed-list-endpoints.ts'
import { feedEndpoints, type FeedRouteDeps } from '../endpoints/feed-endpoints.ts'
import { railStates } from '../endpoints/rail-states.ts'
import { readSaleability } from '../endpoints/sellable.ts'
import { type HealthDeps, type ServiceDeps, serviceEndpoints } from '../endpoints/service-endpoints.ts'
import { type SettledDeps, settledEndpoint } from '../endpoints/settled-endpoint.ts'
import { signingOf } from '../endpoints/signing-state.ts'

/**
 * All routes, in reading order. Router and documents are derived from this list. Throws if a route is in it twice, in
 * whatever spelling.
 */
export const allEndpoints = (
  registry: Registry,
  feeds: FeedRouteDeps,
  service: ServiceDeps & KeysDeps & Pick<HealthDeps, 'processes' | 'load' | 'ownSettlement'>,
  events: { readonly reads: EventReadDeps; readonly sales: EventSaleDeps; readonly admin: AttestDeps },
  insurance: InsuranceDeps,
  settled: SettledDeps,
): readonly Endpoint[] => {
  const endpoints: Endpoint[] = []
  endpoints.push(
    ...serviceEndpoints(
      service,
      {
        items: () => readSaleability(registry, feeds.snapshots, feeds.paywall.closedFeeds, service.clock.now()),
        rails: () => railStates(feeds.paywall),
        processes: service.processes,
        load: service.load,
        signing: async () => signingOf(await events.reads.signer(), service.clock.now()),
        oracleKey: events.reads.publicKey,
        ownSettlement: service.ownSettlement,
      },
      () => endpoints,
    ),
    keysEndpoint(service),
    receiptEndpoint(feeds.paywall),
    settledEndpoint(settled),
    ...feedListEndpoints({
      registry,
      mode: service.instance.mode,
      clock: service.clock,
      docs: service.docs,
      closed: feeds.paywall.closedFeeds,
      snapshots: feeds.snapshots,
      shortfalls: feeds.paywall.shortfalls,
    }),
    ...feedEndpoints(registry, feeds),
    ...queryEndpoints(registry.items, feeds),
    ...onDemandEndpoints(registry, feeds, feeds.warmer),
    ...computedEndpoints(COMPUTED_FEEDS, feeds),
    ...insuranceEndpoints(insurance),
    ...dlcReadEndpoints(events.reads),
    ...dlcSaleEndpoints(events.sales, events.admin),
  )
  refuseTwice(endpoints)
  return endpoints
}
