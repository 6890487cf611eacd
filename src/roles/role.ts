import type { Meter } from '../metrics/meter.ts'
import type { Clock, Log } from '../ports.ts'
import type { QueueAddress } from '../queues/connection.ts'
import type { Store } from '../store/store.ts'

/** What every role of a worker is given. */
export interface Workplace {
  readonly store: Store
  readonly queues: QueueAddress
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  onQueueError(problem: Error): void
}

/** A part that a worker plays. */
export interface Role {
  /** Takes no new work, ends what runs up to the deadline. */
  close(deadlineMs: number): Promise<void>
}
