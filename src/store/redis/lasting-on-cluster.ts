import type { Cluster, Redis } from 'ioredis'
import { avoidProbeKey, nodeOf, placeOfNode, primariesOf, probeKeyOf, refreshSlots } from './cluster-nodes.ts'
import type { Lasting } from './lasting.ts'
import { createLine, ELSEWHERE, type LastingLine, NotLasting, NotSent } from './lasting-line.ts'
import type { OnePrimary } from './one-primary.ts'
import type { RedisPlace } from './places.ts'
import { refusalOf } from './refusal.ts'
import { guarded, markInCluster } from './script.ts'
import { isGivenUp, onceGivenUp } from './watch-cluster.ts'

/**
 * The way of a cluster: each primary has a line of its own. What a server refuses because another one serves it was not
 * done there, so it is sent to the other. Nothing else is sent twice: whether it was done is not known.
 *
 * What is read comes over the connection of the line as well, so both are of one server.
 */

/** What a server says that has done nothing while nobody serves it, or ioredis when it was not sent. */
const NOBODY = /^CLUSTERDOWN |^Stream isn't writeable and enableOfflineQueue options is false/

/** A failover is over in this many tries, or the client gets an error. */
const TRIES = 4
const PAUSE_MS = { fails_fast: 20, waits: 200 } as const
/** Nobody waits longer for who serves what: the client asks by itself as well. */
const ASKED_MS = 200

interface Node {
  readonly own: Redis
  readonly line: LastingLine
}

/** One connection leads to one server for as long as it lasts. */
const onlyPlace = (own: Redis): OnePrimary => {
  let eras = 0
  own.on('ready', () => eras++)
  return { isOne: () => true, era: () => eras, waited: () => {}, known: () => Promise.resolve() }
}

export interface ClusterLines extends Lasting {
  /** Resolves when the line of each primary is connected. */
  ready(): Promise<void>
}

/**
 * @param connect makes a connection to one server that sends nothing again by itself, and connects again when it was lost
 */
export const lastingOnCluster = (
  cluster: Cluster,
  connect: (place: RedisPlace) => Redis,
  wanted: number,
  isPatient: boolean,
): ClusterLines => {
  const nodes = new Map<string, Node>()
  const pauseMs = PAUSE_MS[isPatient ? 'waits' : 'fails_fast']

  const open = (node: string): Node => {
    const known = nodes.get(node)
    if (known) return known
    const own = connect(placeOfNode(node))
    markInCluster(own)
    const probeKey = (): string => {
      const key = probeKeyOf(cluster, node)
      if (key === null) throw new NotSent('Connection is closed.')
      return key
    }
    const onRefusedKey = (key: string): void => avoidProbeKey(cluster, node, key)
    const place = onlyPlace(own)
    const made = { own, line: createLine({ own, place, wanted, isPatient, probeKey, onRefusedKey }) }
    nodes.set(node, made)
    return made
  }
  const close = (node: string): void => {
    const { own, line } = nodes.get(node)!
    nodes.delete(node)
    // In this order: who waits for the connection hears of neither end of it where it is being made anew.
    line.close()
    own.disconnect()
  }
  const keepUp = (): void => {
    if (isGivenUp(cluster)) return
    const present = primariesOf(cluster)
    for (const node of present) open(node)
    for (const node of nodes.keys()) if (!present.includes(node)) close(node)
  }
  keepUp()
  cluster.on('refresh', keepUp)
  onceGivenUp(cluster, () => {
    for (const node of nodes.keys()) close(node)
  })

  const mayTryAgain = (problem: unknown, tried: number): boolean => {
    const { message } = problem as Error
    if (problem instanceof NotLasting || isGivenUp(cluster)) return false
    const isElsewhere = ELSEWHERE.test(message) || refusalOf(problem) === 'moving'
    const isElsewhereOrUnsent = isElsewhere || problem instanceof NotSent
    return isPatient ? isElsewhereOrUnsent || NOBODY.test(message) : isElsewhereOrUnsent && tried < TRIES
  }
  const at = async <T>(key: string, act: (node: Node) => Promise<T>): Promise<T> => {
    for (let tried = 1; ; tried++) {
      const node = nodeOf(cluster, key)
      try {
        if (isGivenUp(cluster)) throw new NotSent('Connection is closed.')
        if (node === null) throw new Error('CLUSTERDOWN No server is known for this.')
        return await act(open(node))
      } catch (problem) {
        if (!mayTryAgain(problem, tried)) throw problem
      }
      await Promise.all([Promise.race([refreshSlots(cluster), Bun.sleep(ASKED_MS)]), Bun.sleep(pauseMs)])
    }
  }

  return {
    send: (call) => at(String(call.rest[0]), ({ line }) => line.send(guarded(call))),
    read: (key, read, rests) =>
      at(key, async ({ own, line }) => {
        const era = line.era()
        const found = await read(own)
        if (rests(found)) await line.all(era)
        return found
      }),
    ready: async () => {
      await Promise.all(
        [...nodes.values()].map(({ own }) =>
          own.status === 'ready' ? null : new Promise((go) => (own.once('ready', go), own.once('end', go))),
        ),
      )
    },
  }
}
