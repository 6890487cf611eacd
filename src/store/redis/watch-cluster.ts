import type { Cluster } from 'ioredis'

/**
 * What the client of ioredis leaves undone. It never asks the addresses of the setting again while it takes itself for
 * connected, though all servers may have others by now; and it does not say that it was given up when it had no connection.
 */

const LOOK_MS = 1_000
/** So many looks without a server that says who serves what. */
const MOST_SILENT = 10

interface Watched {
  isGivenUp: boolean
  readonly acts: (() => void)[]
}

const watchedOf = new WeakMap<Cluster, Watched>()

/** Also watches the copies that BullMQ makes. */
export const watchCluster = (cluster: Cluster): Cluster => {
  const watched: Watched = { isGivenUp: false, acts: [] }
  watchedOf.set(cluster, watched)
  const [disconnect, quit, duplicate] = [
    cluster.disconnect.bind(cluster),
    cluster.quit.bind(cluster),
    cluster.duplicate.bind(cluster),
  ]
  let silent = 0
  let looking: ReturnType<typeof setInterval> | undefined
  const look = (): void => {
    if (cluster.status === 'end') clearInterval(looking)
    if (cluster.status === 'ready' && ++silent > MOST_SILENT) disconnect(true)
  }
  cluster.on('refresh', () => (silent = 0))
  // BullMQ closes a client and connects it again.
  cluster.on('connecting', () => {
    silent = 0
    clearInterval(looking)
    looking = setInterval(look, LOOK_MS)
    looking.unref()
  })
  const giveUp = (): void => {
    if (watched.isGivenUp) return
    watched.isGivenUp = true
    clearInterval(looking)
    for (const act of watched.acts) act()
  }
  cluster.disconnect = (reconnect) => {
    if (!reconnect) giveUp()
    disconnect(reconnect)
  }
  cluster.quit = (callback) => {
    giveUp()
    return quit(callback)
  }
  cluster.duplicate = ((nodes, more) => watchCluster(duplicate(nodes, more) as Cluster)) as typeof cluster.duplicate
  return cluster
}

/** Whether nobody uses it any more. */
export const isGivenUp = (cluster: Cluster): boolean => watchedOf.get(cluster)?.isGivenUp ?? false

export const onceGivenUp = (cluster: Cluster, act: () => void): void => void watchedOf.get(cluster)?.acts.push(act)
