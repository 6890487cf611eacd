import type { VisitRequest, Visit } from '../../outbound/visit.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { Poster } from './poster.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookKey } from '../../webhooks/standard-webhooks.ts'

/** What the courier needs. It calls addresses of strangers, so it never has a key of the DLC oracle. */
export interface CourierDeps {
  readonly store: Pick<Store, 'events' | 'attempts' | 'deliveries'>
  readonly visitor: { visit(request: VisitRequest): Promise<Visit> }
  /** Of webhooks, the newest first. */
  readonly keys: readonly WebhookKey[]
  /** Where attestations are published too; not there without relays. */
  readonly poster?: Poster
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Tells the signer that an event was decided. This only saves time, since the signer also looks by itself. */
  readonly wake: (eventId: string) => Promise<void>
}
