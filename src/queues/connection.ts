import type { ConnectionOptions, QueueOptions } from 'bullmq'

/** Where the queues are. A plain type, since the option types of the two packages do not fit each other. */
export interface QueueAddress {
  readonly connection: object
  /**
   * Makes a check for each pair of connections: whether an error shows that another server is the primary now, so that
   * the client must connect again.
   */
  readonly leaves?: () => (problem: Error) => boolean
  /** Makes a client of a cluster. Whoever closes the part that uses it closes it as well: see `close-within.ts`. */
  readonly client?: (patience: 'fails_fast' | 'waits', more: object) => object
  /** The word with which every key of BullMQ begins. */
  readonly prefix: string
  /** Called for every job that a worker of this process ends, for metrics. */
  readonly onJob?: (job: FinishedJob) => void
}

export interface FinishedJob {
  readonly lane: string
  /** Milliseconds from its due time to its start. */
  readonly waitedMs: number
  readonly outcome: 'done' | 'failed'
}

/** The same pauses as for the store, so that both reconnect at the same time. */
const retryStrategy = (attempt: number): number => Math.min(attempt * 50, 1_000)

/** After this time without data a connection counts as dead. Blocking reads of BullMQ end within ten seconds. */
const SILENCE_MS = { producer: 3_000, consumer: 30_000 } as const
/** The same time limit as for commands of the store. */
const COMMAND_MS = 2_000

const PRODUCES = { commandTimeout: COMMAND_MS, socketTimeout: SILENCE_MS.producer } as const
/** BullMQ refuses a client that tries a limited number of times where it blocks. */
const CONSUMES = { maxRetriesPerRequest: null, socketTimeout: SILENCE_MS.consumer } as const

/** Before every key of a lane. In braces: all keys of a lane lie in one slot of a cluster, and lanes in different ones. */
export const lanePrefix = (prefix: string, lane: string): string => `{${prefix}:${lane}}`

const lasting = ({ connection, leaves }: QueueAddress): object => ({
  ...connection,
  retryStrategy,
  ...(leaves && { reconnectOnError: leaves() }),
})

/** Producers fail at once when Redis does not answer, since a request is waiting. */
export const producer = (address: QueueAddress, lane: string): QueueOptions => ({
  connection: (address.client?.('fails_fast', PRODUCES) ?? {
    ...lasting(address),
    ...PRODUCES,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
  }) as ConnectionOptions,
  prefix: lanePrefix(address.prefix, lane),
})

/** Workers wait for ever for Redis, since no request is waiting for them. */
export const consumer = (address: QueueAddress, lane: string): QueueOptions => ({
  connection: (address.client?.('waits', CONSUMES) ?? { ...lasting(address), ...CONSUMES }) as ConnectionOptions,
  prefix: lanePrefix(address.prefix, lane),
})
