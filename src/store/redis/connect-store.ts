import type { RedisClient } from './client.ts'
import { connectCluster } from './connect-cluster.ts'
import type { Patience } from './patience.ts'
import { connectRedis, type RedisAddress } from './redis.ts'

/** Connects to whatever the address names, one Redis or a cluster, and waits until commands are accepted. */
export const connectStore = (address: RedisAddress, patience: Patience): Promise<RedisClient> =>
  address.nodes ? connectCluster(address, patience) : connectRedis(address, patience)
