import type { Cluster, Redis } from 'ioredis'
import { StoreNotReady } from '../format/format-faults.ts'
import type { RedisClient } from '../redis/client.ts'
import { allPrimaries, isWhole, primariesWith, refreshSlots } from '../redis/cluster-nodes.ts'
import { saysCluster } from '../redis/server-mode.ts'

/** What a server says of itself: its epoch, which each failover and each slot that came to it raises. */
const epochOf = async (server: Redis): Promise<string> => {
  const own = String(await server.cluster('NODES'))
    .split('\n')
    .find((line) => line.includes('myself'))
  // Such a slot stands behind those that it serves: `[93-<-id]`.
  if (own !== undefined && /\[\d+-[<>]-/.test(own))
    throw new StoreNotReady(
      'A slot of the cluster is on its way from one server to another, and keys may be passed by. End that ("redis-cli --cluster fix"), and run it again.',
    )
  return own?.split(' ')[6] ?? ''
}

/** Where slots begin that another server serves than those before, and the epochs: a slot that moves changes them. */
const borders = async (redis: RedisClient): Promise<readonly string[]> => {
  if (!('nodes' in redis)) return []
  await refreshSlots(redis)
  if (!(await isWhole(redis))) throw new StoreNotReady('A part of the cluster has no server. Run it again when it has.')
  const epochs = await Promise.all(allPrimaries(redis).map(epochOf))
  return [...epochs.toSorted(), ...slotBorders(redis)]
}

const slotBorders = (redis: Cluster): readonly string[] =>
  redis.slots.flatMap(([server], at) => (server === redis.slots[at - 1]?.[0] ? [] : [`${at} ${server}`]))

const startOf = async (server: Redis, isOfCluster: boolean): Promise<string> => {
  const info = await server.info('server')
  if (saysCluster(info) !== isOfCluster)
    throw new StoreNotReady(
      isOfCluster
        ? 'A server that was named as one of a cluster is none. Nothing was changed.'
        : 'A server that was named alone is one of a cluster: write its address as redis+cluster://…. Nothing was changed.',
    )
  // A primary that was a replica in between has another history.
  const history = /^master_replid:(\w+)/m.exec(await server.info('replication'))?.[1]
  const start = /^run_id:(\w+)/m.exec(info)?.[1]
  if (start === undefined || history === undefined)
    throw new StoreNotReady(
      'A Redis does not say which start of it this is (INFO: run_id, master_replid), so that nobody would see it change meanwhile. Nothing was changed.',
    )
  return `${start} ${history}`
}

/**
 * Which servers have the store of this client, and which starts of them. A copy between two of which one changes meanwhile
 * may lack something: what a primary had taken that is none any more, or what a scan did not come by.
 */
export const serversOf = async (redis: RedisClient): Promise<string> => {
  const slots = await borders(redis)
  const isCluster = 'nodes' in redis
  const starts = await Promise.all(primariesWith(redis).map((server) => startOf(server, isCluster)))
  return [...starts.toSorted(), ...slots].join()
}

/** The same in sixteen characters. */
export const hashOfServers = (servers: string): string =>
  new Bun.CryptoHasher('sha256').update(servers).digest('hex').slice(0, 16)
