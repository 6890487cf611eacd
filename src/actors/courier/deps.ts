import type { RoleBeats } from '../../metrics/beats.ts'
import type { Meter } from '../../metrics/meter.ts'
import type { VisitRequest, Visit } from '../../outbound/visit.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { Poster } from './poster.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookKey } from '../../webhooks/standard-webhooks.ts'

/** What the courier does again and again. */
export const COURIER_LOOPS = ['news', 'deliveries', 'sweep'] as const
export type CourierLoop = (typeof COURIER_LOOPS)[number]

/**
 * The dependencies of the courier. It calls addresses that customers give us, so it never has a key of the DLC oracle.
 */
export interface CourierDeps {
  readonly store: Pick<Store, 'events' | 'attempts' | 'deliveries'>
  readonly visitor: { visit(request: VisitRequest): Promise<Visit> }
  /** The keys that sign webhooks, the newest first. */
  readonly keys: readonly WebhookKey[]
  /** Publishes attestations on Nostr; absent without relays. */
  readonly poster?: Poster
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  readonly meter: Meter
  readonly beats: Pick<RoleBeats<CourierLoop>, 'worked'>
  /** Tells the signer that an event was decided. This only saves time, since the signer also finds it by itself. */
  readonly wake: (eventId: string) => Promise<void>
}
