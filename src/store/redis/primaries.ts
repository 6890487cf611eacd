import type { Redis } from 'ioredis'
import { isWhole, placeOfNode, primariesOf } from './cluster-nodes.ts'
import { connectCluster } from './connect-cluster.ts'
import { BadRedis, connectRedis, type RedisAddress, showAddress } from './redis.ts'

export interface StorePrimary {
  readonly redis: Redis
  /** Its address as text, without a password. */
  readonly where: string
}

/** The address of each primary of a cluster. */
const addressesIn = async (address: RedisAddress): Promise<readonly RedisAddress[]> => {
  const { nodes: _, replicas: __, ...each } = address
  const { replicas: ___, ...bare } = address
  const cluster = await connectCluster(bare, 'fails_fast')
  try {
    if (!(await isWhole(cluster)))
      throw new BadRedis(
        `Some slots of ${showAddress(address)} have no server. Run: redis-cli --cluster check HOST:PORT`,
      )
    return primariesOf(cluster).map((node) => ({ ...each, ...placeOfNode(node) }))
  } finally {
    cluster.disconnect()
  }
}

/**
 * Connects to each primary by itself: to the only one, or to all of a cluster. The connections are closed when `use` is
 * done.
 */
export const connectPrimaries = async <T>(
  address: RedisAddress,
  use: (primaries: readonly StorePrimary[]) => Promise<T>,
): Promise<T> => {
  const { replicas: _, ...alone } = address
  const addresses = address.nodes ? await addressesIn(address) : [alone]
  const found = await Promise.allSettled(
    addresses.map(async (each) => ({ redis: await connectRedis(each, 'fails_fast'), where: showAddress(each) })),
  )
  const primaries = found.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
  try {
    for (const each of found) if (each.status === 'rejected') throw each.reason
    return await use(primaries)
  } finally {
    for (const { redis } of primaries) redis.disconnect()
  }
}
