import type { ConnectionOptions, QueueOptions } from 'bullmq'

/** Where the queues are. A plain shape, since the connection options of the two packages do not fit one another. */
export interface QueueAddress {
  readonly connection: object
  /**
   * Makes one for each pair of connections: whether an error says that another primary has taken over, and this must be
   * sought.
   */
  readonly leaves?: () => (problem: Error) => boolean
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

/** The same pauses as for the store, so that store and queues are back at the same time. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000)

/** A connection on which nothing arrives for so long is dead; blocking reads of BullMQ end within ten seconds. */
const SILENCE_MS = { producer: 3_000, consumer: 30_000 } as const
/** As for commands of the store. */
const COMMAND_MS = 2_000

const lasting = ({ connection, leaves }: QueueAddress): object => ({
  ...connection,
  retryStrategy,
  ...(leaves && { reconnectOnError: leaves() }),
})

/** Producers fail at once when Redis does not answer, since a request is waiting. */
export const producer = (address: QueueAddress): QueueOptions => ({
  connection: {
    ...lasting(address),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: COMMAND_MS,
    socketTimeout: SILENCE_MS.producer,
  } as ConnectionOptions,
  prefix: address.prefix,
})

/** Workers wait for ever for Redis, since no request is waiting for them. */
export const consumer = (address: QueueAddress): QueueOptions => ({
  connection: {
    ...lasting(address),
    maxRetriesPerRequest: null,
    socketTimeout: SILENCE_MS.consumer,
  } as ConnectionOptions,
  prefix: address.prefix,
})
