import type { Redis } from 'ioredis'

/**
 * What must last is read and written over two connections, and a failover may leave one of them with the former primary. Then
 * a replica would vouch for what it has never seen. So both must lead to one server, and to the one that the address leads
 * to now.
 */
export interface OnePrimary {
  /** Whether both connections lead to one server; false also while that is being found out. */
  isOne(): boolean
  /** Another number after each time that the first connection was made: what was read before may be of another server. */
  era(): number
  /**
   * Told of each waiting, whether replicas have what was written. A primary without replicas may be a former one that was
   * cut off and still answers: after some seconds it is left, if the address leads to another.
   */
  waited(isKept: boolean): void
  /** Resolves when both connections have been asked where they lead. */
  known(): Promise<void>
}

/** No replica has had anything for so long before the address is looked up. */
const MISSED_MS = 3_000
/** From one look to the next. */
const AGAIN_MS = 5_000
/** Both connections are made anew at most this often. */
const MOVE_MS = 1_000

/** Each start of a server has another. */
export const runOf = async (redis: Redis): Promise<string | null> =>
  /^run_id:([0-9a-f]+)/m.exec(await redis.info('server'))?.[1] ?? null

/**
 * @param first over which is read, and its companion that waits
 * @param addressed asks over a new connection which server the address leads to now; `null`: that is not known
 */
export const onePrimary = (first: Redis, companion: Redis, addressed: () => Promise<string | null>): OnePrimary => {
  const both = [first, companion]
  const runs = new Map<Redis, string | null>()
  const asked = new Map<Redis, Promise<void>>()
  let eras = 0
  let looking: ReturnType<typeof setTimeout> | null = null
  let isResting = false

  const areKnown = (): boolean => both.every((redis) => (runs.get(redis) ?? null) !== null)
  const isOne = (): boolean => areKnown() && runs.get(first) === runs.get(companion)
  const move = (): void => {
    if (isResting) return
    isResting = true
    setTimeout(() => (isResting = false), MOVE_MS).unref()
    for (const each of both) each.disconnect(true)
  }
  const ask = (redis: Redis): Promise<void> => {
    runs.set(redis, null)
    if (redis === first) eras++
    const answer = runOf(redis)
      .catch(() => null)
      .then((run) => {
        // An answer of a connection that was made anew meanwhile tells of another server.
        if (asked.get(redis) !== answer) return
        asked.delete(redis)
        runs.set(redis, run)
        if (areKnown() && !isOne()) move()
      })
    asked.set(redis, answer)
    return answer
  }
  // Whoever could not be asked is asked again, and two that differ just after a move are moved again.
  const settling = setInterval(() => {
    for (const redis of both)
      if (redis.status === 'ready' && !asked.has(redis) && (runs.get(redis) ?? null) === null) void ask(redis)
    if (areKnown() && !isOne()) move()
  }, MOVE_MS)
  settling.unref()
  first.once('end', () => clearInterval(settling))
  const look = async (): Promise<void> => {
    const now = await addressed().catch(() => null)
    if (looking === null) return
    if (now !== null && now !== runs.get(first)) move()
    looking = setTimeout(() => void look(), AGAIN_MS).unref()
  }
  for (const redis of both) {
    redis.on('ready', () => void ask(redis))
    redis.on('close', () => runs.set(redis, null))
    if (redis.status === 'ready') void ask(redis)
  }
  return {
    isOne,
    era: () => eras,
    waited: (isKept) => {
      if (isKept && looking !== null) {
        clearTimeout(looking)
        looking = null
      }
      if (!isKept) looking ??= setTimeout(() => void look(), MISSED_MS).unref()
    },
    known: async () => {
      await Promise.all(asked.values())
    },
  }
}
