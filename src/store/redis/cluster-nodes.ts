import type { Cluster, Redis } from 'ioredis'
import type { RedisClient } from './client.ts'
import { names } from './names.ts'
import type { RedisPlace } from './places.ts'
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

/**
 * A connection to each primary. Throws when there is not one to all of them: what was asked of the others would pass for
 * what all say.
 */
export const allPrimaries = (cluster: Cluster): readonly Redis[] => {
  const found = cluster.nodes('master')
  if (found.length === 0 || found.length < primariesOf(cluster).length) throw new Error('Connection is closed.')
  return found
}

/** The only server, or each primary of a cluster: see `allPrimaries`. */
export const primariesWith = (redis: RedisClient): readonly Redis[] =>
  'nodes' in redis ? allPrimaries(redis) : [redis]

/** Whether every slot has a server, by what each primary says: a client never forgets who served one. */
export const isWhole = async (cluster: Cluster): Promise<boolean> => {
  const told = await Promise.all(allPrimaries(cluster).map((each) => each.cluster('INFO')))
  return told.every((text) => String(text).includes(`cluster_slots_assigned:${SLOTS}\r`))
}

/** Enough that even a server of a single slot is found. */
const MOST_TAGS = 300_000
/** The slots of tags, of which more are worked out when they are needed. */
const slotsOfTags: number[] = []

const tagNamed = (number: number): string => `w${number.toString(36)}`

/** The first tag from this number on whose slot is served there. */
const tagFrom = (cluster: Cluster, node: string, from: number): number | null => {
  for (let number = from; number < MOST_TAGS; number++) {
    const slot = (slotsOfTags[number] ??= slotOfTag(tagNamed(number)))
    if (cluster.slots[slot]?.[0] === node) return number
  }
  return null
}

const tagsOf = new WeakMap<Cluster, Map<string, number>>()

const known = (cluster: Cluster): Map<string, number> => {
  const found = tagsOf.get(cluster) ?? new Map<string, number>()
  tagsOf.set(cluster, found)
  return found
}

const keyOf = (number: number): string => names.writeProbeIn(tagNamed(number))

/** A key that this server serves, for writes that ask whether it takes any; `null` when it serves nothing. */
export const probeKeyOf = (cluster: Cluster, node: string): string | null => {
  const number = tagFrom(cluster, node, known(cluster).get(node) ?? 0) ?? tagFrom(cluster, node, 0)
  if (number === null) return null
  known(cluster).set(node, number)
  return keyOf(number)
}

/** This key was refused there, since its slot moves: another one is taken. */
export const avoidProbeKey = (cluster: Cluster, node: string, key: string): void => {
  const number = known(cluster).get(node)
  if (number !== undefined && keyOf(number) === key) known(cluster).set(node, number + 1)
}

export const placeOfNode = (node: string): RedisPlace => {
  const colon = node.lastIndexOf(':')
  return { host: node.slice(0, colon), port: Number(node.slice(colon + 1)) }
}

/** Asks the cluster anew who serves what. Resolves also when nobody answers. */
export const refreshSlots = (cluster: Cluster): Promise<void> =>
  new Promise((done) => cluster.refreshSlotsCache(() => done()))
