import type { Beats } from '../metrics/beats.ts'
import type { Meter } from '../metrics/meter.ts'
import type { Clock, Log } from '../ports.ts'
import type { QueueAddress } from '../queues/connection.ts'
import type { Store } from '../store/store.ts'

/** The dependencies that every role of a worker gets. */
export interface Workplace {
  readonly store: Store
  readonly queues: QueueAddress
  readonly clock: Clock
  readonly log: Log
  readonly meter: Meter
  readonly beats: Beats
  onQueueError(problem: Error): void
}

/** A running role of a worker. */
export interface Role {
  /** Takes no new work, and finishes running work until the deadline. */
  close(deadlineMs: number): Promise<void>
}
