import type { Cluster } from 'ioredis'
import { names } from './names.ts'
import { type RedisPlace } from './places.ts'
import { slotOfKey, slotOfTag, SLOTS } from './slots.ts'

/** Which server of a cluster serves what, as the client knows it at this moment. A server is called `host:port`. */

/** `null`: nobody serves it. */
export const nodeOf = (cluster: Cluster, key: string): string | null => cluster.slots[slotOfKey(key)]?.[0] ?? null

/** Of every slot that is served. */
export const primariesOf = ({ slots }: Cluster): readonly string[] => {
  const found = new Set<string>()
  // Slots of one range share one list.
  let last: readonly string[] | undefined
  for (const servers of slots) {
    if (servers !== last && servers?.[0] !== undefined) found.add(servers[0])
    last = servers
  }
  return [...found]
}

/** How many slots nobody serves. */
export const unservedIn = ({ slots }: Cluster): number => {
  let served = 0
  for (const servers of slots) if (servers?.[0] !== undefined) served++
  return SLOTS - served
}

/** Enough that even a server of a single slot is found. */
const MOST_TAGS = 300_000

const tagOf = (cluster: Cluster, node: string): string | null => {
  for (let number = 0; number < MOST_TAGS; number++) {
    const tag = `w${number.toString(36)}`
    if (cluster.slots[slotOfTag(tag)]?.[0] === node) return tag
  }
  return null
}

const keysOf = new WeakMap<Cluster, Map<string, string>>()

/** A key that this server serves, for writes that ask whether it takes any; `null` when it serves nothing. */
export const probeKeyOf = (cluster: Cluster, node: string): string | null => {
  const known = keysOf.get(cluster) ?? new Map<string, string>()
  keysOf.set(cluster, known)
  const before = known.get(node)
  if (before !== undefined && nodeOf(cluster, before) === node) return before
  const tag = tagOf(cluster, node)
  if (tag === null) return null
  known.set(node, names.writeProbeIn(tag))
  return names.writeProbeIn(tag)
}

export const placeOfNode = (node: string): RedisPlace => {
  const colon = node.lastIndexOf(':')
  return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) }
}

/** Asks the cluster anew who serves what. Resolves also when nobody answers. */
export const refreshSlots = (cluster: Cluster): Promise<void> =>
  new Promise((done) => cluster.refreshSlotsCache(() => done()))
