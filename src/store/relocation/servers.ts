import type { Redis } from 'ioredis'
import { StoreNotReady } from '../format/format-faults.ts'
import type { RedisClient } from '../redis/client.ts'
import { allPrimaries, isWhole, refreshSlots } from '../redis/cluster-nodes.ts'

/** Where slots begin that another server serves than those before: a slot that moves changes it. */
const borders = async (redis: RedisClient): Promise<readonly string[]> => {
  if (!('nodes' in redis)) return []
  await refreshSlots(redis)
  if (!(await isWhole(redis))) throw new StoreNotReady('A part of the cluster has no server. Nothing was changed.')
  return redis.slots.flatMap(([server], at) => (server === redis.slots[at - 1]?.[0] ? [] : [`${at} ${server}`]))
}

const startOf = async (server: Redis, isOfCluster: boolean): Promise<string> => {
  const info = await server.info('server')
  if (/redis_mode:cluster/.test(info) !== isOfCluster)
    throw new StoreNotReady(
      isOfCluster
        ? 'A server that was named as one of a cluster is none. Nothing was changed.'
        : 'A server that was named alone is one of a cluster: write its address as redis+cluster://…. Nothing was changed.',
    )
  return /^run_id:(\w+)/m.exec(info)?.[1] ?? ''
}

/**
 * Which servers have the store of this client, and which starts of them. A copy between two of which one changes meanwhile
 * may lack something: what a primary had taken that is none any more, or what a scan did not come by.
 */
export const serversOf = async (redis: RedisClient): Promise<string> => {
  const slots = await borders(redis)
  const isCluster = 'nodes' in redis
  const primaries = isCluster ? allPrimaries(redis) : [redis]
  const starts = await Promise.all(primaries.map((server) => startOf(server, isCluster)))
  return [...starts.toSorted(), ...slots].join()
}
