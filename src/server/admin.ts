import type { Registry } from '../feeds/registry.ts'
import { adminApp, BOARD_PATH } from '../http/app/admin.ts'
import type { Counters } from '../http/paywall/counters.ts'
import { VERSION } from '../http/discovery/instance.ts'
import { type HttpListener, listen } from '../http/app/listen.ts'
import { railStates } from '../http/endpoints/rail-states.ts'
import type { PaywallContext } from '../http/paywall/context.ts'
import type { Clock } from '../ports.ts'
import type { QueueAddress } from '../queues/connection.ts'
import { openLaneViews } from '../queues/lane-views.ts'
import type { Store } from '../store/store.ts'

/** The port for operators, on loopback only. */

export interface AdminParts {
  /** 0: the port is not opened. */
  readonly port: number
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
  const app = () =>
    adminApp({
      registry: parts.registry,
      store: parts.store,
      closed: parts.paywall.closedFeeds,
      count: parts.count,
      clock: parts.clock,
      version: VERSION,
      ownSettlement: parts.ownSettlement,
      flush: parts.flush,
      lanes: views.look,
      rails: () => railStates(parts.paywall),
      board: views.dashboard,
    })
  const open: HttpListener | null = parts.port
    ? listen(app(), { hostname: '127.0.0.1', port: parts.port, share: true, trustProxy: 0 })
    : null
  return { port: open?.port ?? null, drain: async () => open?.drain(), close: views.close }
}
