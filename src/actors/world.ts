import type { Registry } from '../feeds/registry.ts'
import type { Clock, Log, Net } from '../ports.ts'
import type { Store } from '../store/store.ts'
import type { Publisher } from './publisher.ts'
import type { SealAsk } from './seal-event.ts'

/** Everything an actor needs of the world. */
export interface World {
  readonly registry: Registry
  readonly store: Store
  readonly net: Net
  readonly publisher: Publisher
  readonly clock: Clock
  readonly log: Log
  /** Replaces published quorums; only for replaying recordings. */
  readonly quorum: number | null
  /** Tells the signer of a decision; it finds it by itself a second later. */
  wake(event: string): void
  /** The signed answer about a DLC event; `null` while the event is not that far. */
  seal(event: string, ask: SealAsk): Promise<string | null>
}
