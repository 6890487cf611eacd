import { clusterForQueues } from './connect-cluster.ts'
import type { Patience } from './patience.ts'
import { leavesReplicas, type RedisAddress } from './redis.ts'

/** How BullMQ connects to the same store. */
export interface QueueConnection {
  /** As it takes it, for one Redis. */
  readonly connection: object
  /** Whether an error shows that another server is the primary now: one check for each pair of connections. */
  readonly leaves: () => (problem: Error) => boolean
  /** Makes a client of a cluster, which belongs to whoever asked for it. */
  readonly client?: (patience: Patience, more: object) => { disconnect(): void }
}

export const connectQueues = (address: RedisAddress): QueueConnection => ({
  connection: address,
  leaves: leavesReplicas,
  ...(address.nodes && { client: (patience, more) => clusterForQueues(address, patience, more) }),
})
