import type { PoolAccount } from '../../feeds/insurance/pool.ts'
import type { Registry } from '../../feeds/registry.ts'
import { countedSpans } from '../../store/published/counted-archive.ts'
import type { Store } from '../../store/store.ts'
import { type Instance, NAME, offeredRails } from '../discovery/instance.ts'
import { type EventSaleParts, openEventSales } from '../dlc/sale-deps.ts'
import { mcpMount } from '../mcp/mcp-mount.ts'
import type { Endpoint } from '../wire/endpoint.ts'
import type { Mount } from '../wire/mount.ts'
import { allEndpoints } from './endpoints.ts'
import { QUOTE_LIMIT } from '../endpoints/quote-endpoint.ts'
import { readWorkerLoad } from '../endpoints/worker-load.ts'
import { SETTLED_LIMIT } from '../endpoints/settled-endpoint.ts'
import { type AddressLimit, createAddressLimit } from '../rails/lightning/address-limit.ts'
import { VERSION } from '../../release.ts'
import { createWarmer } from '../paywall/warm.ts'

/** The dependencies of routes: the paywall, the store, and the lanes for events. */
export interface RouteParts extends Omit<EventSaleParts, 'store'> {
  readonly registry: Registry
  readonly store: Store
  readonly mode: Instance['mode']
  /** Our own worker settles payments, not a facilitator. */
  readonly ownSettlement: boolean
  /** How many subjects one address may start. */
  readonly starts: AddressLimit
  /** What the operator states of the pool behind insurance quotes. */
  readonly pool: PoolAccount
}

/** What one instance serves, and its description. */
export interface OpenedRoutes {
  readonly instance: Instance
  readonly endpoints: readonly Endpoint[]
  /** What is served beside routes. */
  readonly mounts: readonly Mount[]
}

/** All routes of one instance. */
export const openRoutes = ({ registry, mode, ownSettlement, starts, pool, ...parts }: RouteParts): OpenedRoutes => {
  const { paywall, store, publicUrl } = parts
  const { clock, docs, log, rails } = paywall
  const instance: Instance = { name: NAME, version: VERSION, publicUrl, mode, rails: offeredRails({ ...rails }) }
  const endpoints = allEndpoints(
    registry,
    {
      paywall,
      snapshots: store.snapshots,
      archive: countedSpans(store.archive, store.keyDocuments),
      notices: store.notices,
      publicUrl,
      warmer: createWarmer({ paywall, population: store.population, limit: starts }),
    },
    {
      instance,
      registry,
      x402: rails.x402,
      closed: paywall.closedFeeds,
      docs,
      clock,
      store: store.refusal,
      keyDocuments: store.keyDocuments,
      processes: store.totals.processes,
      load: () => readWorkerLoad(store, clock.now()),
      ownSettlement,
    },
    openEventSales(parts),
    { asker: paywall.asker, clock, docs, pool, limit: createAddressLimit({ clock, ...QUOTE_LIMIT }) },
    { rail: rails.l402, clock, docs, limit: createAddressLimit({ clock, ...SETTLED_LIMIT }) },
  )
  return { instance, endpoints, mounts: [mcpMount({ endpoints, instance, docs, clock, log })] }
}
