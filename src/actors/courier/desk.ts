import type { VisitRequest, Visit } from '../../outbound/visit.ts'
import type { Clock, Log, Random } from '../../ports.ts'
import type { Poster } from './poster.ts'
import type { Store } from '../../store/store.ts'
import type { WebhookKey } from '../../webhooks/standard-webhooks.ts'

/** What the courier works with. It never holds a key of the DLC oracle: it talks to strangers. */
export interface CourierDesk {
  readonly store: Pick<Store, 'events' | 'attempts' | 'deliveries'>
  readonly visitor: { visit(request: VisitRequest): Promise<Visit> }
  /** Of webhooks, the newest first. */
  readonly keys: readonly WebhookKey[]
  /** Where attestations are published too; not there without relays. */
  readonly poster?: Poster
  readonly clock: Clock
  readonly random: Random
  readonly log: Log
  /** Tells the signer that an event was decided, for speed alone: the signer looks for itself. */
  readonly wake: (eventId: string) => Promise<void>
}
