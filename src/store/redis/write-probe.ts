import type { RedisClient } from './client.ts'
import type { Clock } from '../../ports.ts'
import { isWhole, primariesOf, probeKeyOf } from './cluster-nodes.ts'
import { names } from './names.ts'
import { refusalOf, type StoreRefusal } from './refusal.ts'
import { lastingScript, readLasting } from './lasting.ts'

/**
 * Finds out by writing whether the store takes writes. When Redis is out of memory, is a replica or has a full disk, it
 * still answers PING and every read.
 */
export type WriteProbe = () => StoreRefusal | null | Promise<StoreRefusal | null>

/** Writes the same key with the same length each time, so the store does not grow. It is a script, as all sales are. */
const WRITE = lastingScript(`redis.call('SET', KEYS[1], ARGV[1])`, () => {})

/** Rejects when the store does not take it. What must last ends in a write by itself, at each primary of a cluster. */
const writeOnce = async (redis: RedisClient, now: number): Promise<void> => {
  if (!('nodes' in redis)) return WRITE.run(redis, [names.writeProbe()], [String(now)])
  if (!(await isWhole(redis))) throw new Error('CLUSTERDOWN Some slots have no server.')
  const keys = primariesOf(redis).map((node) => probeKeyOf(redis, node) ?? names.writeProbe())
  // A line writes a key of its own behind what is read, and takes another one where the slot of that moves.
  const write = (key: string) => readLasting(redis, key, async (from) => from === redis && from.set(key, String(now)))
  await Promise.all(keys.map(write))
}

/** Longer than a working store takes, and short enough for a waiting client. */
const PATIENCE_MS = 1_000
/** A result older than this is renewed, but no request waits for it. */
const RENEW_MS = 500
/** A result older than this allows no sale. */
const GOOD_MS = 1_000
/** A refusal is used for this long; no request waits while the store is asked again. */
const BAD_MS = 3_000

/** A process that was held up itself has sent its write only then: the reply gets this long. */
const GRACE_MS = 250
/** Its clock ran ahead of its patience by more than this: it was held up. */
const HELD_UP_MS = 50

interface Finding {
  readonly at: number
  readonly refusal: StoreRefusal | null
}

/** Nothing else is asked. */
const noMore = (): Promise<StoreRefusal | null> => Promise.resolve(null)

/**
 * Each primary of a cluster is asked: what is paid for may need any of them, and nobody knows before which.
 * One write serves all requests that come while it runs; its result is used for up to a second.
 *
 * @param also what else keeps the store from being used, asked beside each write
 */
export const createWriteProbe = (redis: RedisClient, clock: Clock, also = noMore): WriteProbe => {
  let last: Finding | null = null
  let underWay: Promise<StoreRefusal | null> | null = null

  const write = async (): Promise<StoreRefusal | null> => {
    const inTime = new AbortController()
    const begunAt = clock.now()
    const patience = async (): Promise<'silent'> => {
      await clock.sleep(PATIENCE_MS, inTime.signal)
      if (clock.now() - begunAt > PATIENCE_MS + HELD_UP_MS) await clock.sleep(GRACE_MS, inTime.signal)
      return 'silent'
    }
    const asked = Promise.all([also(), writeOnce(redis, clock.now())])
    const written = asked
      .then(([refusal]) => refusal)
      .catch(
        // Whatever the error is: when the store cannot be written now, nothing may be sold now.
        (problem: unknown) => refusalOf(problem) ?? 'not_allowed',
      )
    return Promise.race([written, patience()]).finally(() => inTime.abort())
  }
  const renew = (): Promise<StoreRefusal | null> =>
    (underWay ??= write()
      .then((refusal) => {
        last = { at: clock.now(), refusal }
        return refusal
      })
      .finally(() => (underWay = null)))

  return () => {
    const now = clock.now()
    // When the clock was set back, the last result is not used.
    const age = last && now >= last.at ? now - last.at : Number.POSITIVE_INFINITY
    if (last && age < RENEW_MS) return last.refusal
    const renewed = renew()
    return last && age < (last.refusal === null ? GOOD_MS : BAD_MS) ? last.refusal : renewed
  }
}
