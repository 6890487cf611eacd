import { COMPUTED_FEEDS } from '../../feeds/history/asked-feeds.ts'
import type { Registry } from '../../feeds/registry.ts'
import { computedEndpoints } from '../endpoints/asked-endpoints.ts'
import type { AttestDeps } from '../dlc/attest-endpoints.ts'
import type { EventSaleDeps } from '../dlc/counter.ts'
import type { EventReadDeps } from '../dlc/desk.ts'
import { dlcReadEndpoints } from '../dlc/read-endpoints.ts'
import { dlcSaleEndpoints } from '../dlc/sale-endpoints.ts'
import { type Endpoint, nameOf } from '../wire/endpoint.ts'
import { onDemandEndpoints } from '../endpoints/on-demand-endpoints.ts'
import { queryEndpoints } from '../endpoints/query-endpoints.ts'
import { receiptEndpoint } from '../endpoints/receipt-endpoint.ts'
import { feedEndpoints, type FeedRouteDeps } from '../endpoints/feed-endpoints.ts'
import { railStates } from '../endpoints/rail-states.ts'
import { readSaleability } from '../endpoints/sellable.ts'
import { type ServiceDeps, serviceEndpoints } from '../endpoints/service-endpoints.ts'
import { signingOf } from '../endpoints/signing-state.ts'
import { wrongClocks } from '../endpoints/wrong-clocks.ts'

/** All routes, in reading order: the one list that everything is derived from. Refuses to hold a route twice. */
export const allEndpoints = (
  registry: Registry,
  shop: FeedRouteDeps,
  desk: ServiceDeps,
  oracle: { readonly desk: EventReadDeps; readonly counter: EventSaleDeps; readonly admin: AttestDeps },
): readonly Endpoint[] => {
  const endpoints: Endpoint[] = []
  endpoints.push(
    ...serviceEndpoints(
      desk,
      {
        items: () => readSaleability(registry, shop.snapshots, desk.clock.now()),
        rails: () => railStates(shop.till),
        clocks: async () => wrongClocks(await desk.processes()),
        signing: async () => signingOf(await oracle.desk.signer(), desk.clock.now()),
      },
      () => endpoints,
    ),
    receiptEndpoint(shop.till),
    ...feedEndpoints(registry, shop),
    ...queryEndpoints(registry.items, shop),
    ...onDemandEndpoints(registry, shop, shop.warmer),
    ...computedEndpoints(COMPUTED_FEEDS, shop),
    ...dlcReadEndpoints(oracle.desk),
    ...dlcSaleEndpoints(oracle.counter, oracle.admin),
  )
  const names = endpoints.map(nameOf)
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice) throw new Error(`route ${twice} is defined twice`)
  return endpoints
}
