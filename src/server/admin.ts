import type { Registry } from '../feeds/registry.ts'
import { adminApp, BOARD_PATH } from '../http/app/admin.ts'
import type { Counters } from '../http/paywall/counters.ts'
import { VERSION } from '../release.ts'
import { type HttpListener, listen } from '../http/app/listen.ts'
import { railStates } from '../http/endpoints/rail-states.ts'
import type { PaywallContext } from '../http/paywall/context.ts'
import { adminAddresses } from '../listening.ts'
import type { Clock } from '../ports.ts'
import type { QueueAddress } from '../queues/connection.ts'
import { openLaneViews } from '../queues/lane-views.ts'
import type { Store } from '../store/store.ts'

/** The port for operators. */

export interface AdminParts {
  /** 0: the port is not opened. */
  readonly port: number
  readonly host: string
  readonly metricsToken: string | null
  /** The names of the facilitators that are asked. */
  readonly facilitators: readonly string[]
  /** Every route that requests are counted under. */
  readonly routes: readonly string[]
  readonly registry: Registry
  readonly store: Store
  readonly paywall: PaywallContext
  readonly count: Counters
  readonly clock: Clock
  /** Our own worker settles payments, so health requires that it runs and has gas. */
  readonly ownSettlement: boolean
  readonly queues: QueueAddress
  onQueueError(problem: Error): void
  /** Adds what this process has counted to the totals. */
  flush(): Promise<void>
}

export interface OpenedAdmin {
  /** `null` if the port is not opened. */
  readonly port: number | null
  drain(): Promise<void>
  close(): Promise<void>
}

export const openAdmin = (parts: AdminParts): OpenedAdmin => {
  const views = openLaneViews(parts.queues, parts.onQueueError, BOARD_PATH)
  const open = (): readonly HttpListener[] => {
    const app = adminApp({
      registry: parts.registry,
      store: parts.store,
      closed: parts.paywall.closedFeeds,
      metricsToken: parts.metricsToken,
      facilitators: parts.facilitators,
      routes: parts.routes,
      count: parts.count,
      clock: parts.clock,
      version: VERSION,
      ownSettlement: parts.ownSettlement,
      flush: parts.flush,
      lanes: views.look,
      rails: () => railStates(parts.paywall),
      board: views.dashboard,
    })
    const at = { port: parts.port, share: true, trustProxy: 0 }
    return adminAddresses(parts.host).map((hostname) => listen(app, { ...at, hostname }))
  }
  const listeners = parts.port === 0 ? [] : open()
  return {
    port: listeners[0]?.port ?? null,
    drain: async () => void (await Promise.all(listeners.map((each) => each.drain()))),
    close: views.close,
  }
}
