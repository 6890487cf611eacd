import type { ConnectionOptions, QueueOptions } from 'bullmq'

/** Where the queues live. A plain shape: the connection options of two packages do not fit one another. */
export interface QueueAddress {
  readonly connection: object
  /** What stands before every key of BullMQ. */
  readonly prefix: string
  /** Told of every job that a worker of this process ends: metrics. */
  readonly onJob?: (job: FinishedJob) => void
}

export interface FinishedJob {
  readonly lane: string
  /** From when it was due to its start, in milliseconds. */
  readonly waitedMs: number
  readonly outcome: 'done' | 'failed'
}

/** As the store's connections come back: a store that answers and a queue that does not would be two truths for a while. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000)

/** Producers fail at once when Redis is away: somebody is waiting for them. */
export const producer = ({ connection, prefix }: QueueAddress): QueueOptions => ({
  connection: { ...connection, enableOfflineQueue: false, maxRetriesPerRequest: 1, retryStrategy } as ConnectionOptions,
  prefix,
})

/** Workers wait for ever: nobody is waiting for them. */
export const consumer = ({ connection, prefix }: QueueAddress): QueueOptions => ({
  connection: { ...connection, maxRetriesPerRequest: null, retryStrategy } as ConnectionOptions,
  prefix,
})
