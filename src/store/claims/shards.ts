import type { RedisClient } from '../redis/client.ts'
import { evenTags } from '../redis/slots.ts'

/**
 * Payments are spread over shards. All keys that change together in one step (claim, deliverable, ledger, lists) carry
 * the tag of their shard in braces. So they are in one slot of a cluster.
 */
export type Shards = readonly string[]

/** A single Redis has one shard: all sales of one turn of the event loop can then be sent as one script. */
export const ONE_SHARD: Shards = ['p0']

/** On a cluster: 12 or 13 for each of 20 primaries. The number can never change while payments are remembered. */
const CLUSTER_SHARDS = 256
let ofCluster: Shards | null = null

/** The shards of the Redis that a client is for. */
export const shardsOf = ({ isCluster }: Pick<RedisClient, 'isCluster'>): Shards =>
  isCluster ? (ofCluster ??= evenTags('p', CLUSTER_SHARDS)) : ONE_SHARD
