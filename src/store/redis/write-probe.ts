import type { Redis } from 'ioredis'
import type { Clock } from '../../ports.ts'
import { names } from './names.ts'
import { refusalOf, type StoreRefusal } from './refusal.ts'
import { script } from './script.ts'

/**
 * Whether the store takes writes, found out by writing: out of memory, as a replica, and with a disk that is full Redis
 * answers PING and every read.
 */
export type WriteProbe = () => StoreRefusal | null | Promise<StoreRefusal | null>

/** The same key and as many bytes each time: the store does not grow by it. A script, as all sales are. */
const WRITE = script(`redis.call('SET', KEYS[1], ARGV[1])`, () => null)

/** Longer than a store that works takes, and short enough for who waits. */
const PATIENCE_MS = 1_000
/** Older than this a finding is renewed, and nobody waits for that. */
const RENEW_MS = 500
/** Older than this nobody is sold anything by it. */
const GOOD_MS = 1_000
/** Where the store refused, nobody waits while it is asked again. */
const BAD_MS = 3_000

interface Finding {
  readonly at: number
  readonly refusal: StoreRefusal | null
}

/** One write that is under way serves all who ask; what it found is used for up to a second. */
export const createWriteProbe = (redis: Redis, clock: Clock): WriteProbe => {
  let last: Finding | null = null
  let underWay: Promise<StoreRefusal | null> | null = null

  const write = async (): Promise<StoreRefusal | null> => {
    const inTime = new AbortController()
    const late = clock.sleep(PATIENCE_MS, inTime.signal).then(() => 'silent' as const)
    const written = WRITE.run(redis, [names.writeProbe()], [String(clock.now())]).catch(
      // Whatever it was: what cannot be written now is not sold now.
      (problem: unknown) => refusalOf(problem) ?? 'not_allowed',
    )
    return Promise.race([written, late]).finally(() => inTime.abort())
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
    // A clock that was set back keeps nothing.
    const age = last && now >= last.at ? now - last.at : Number.POSITIVE_INFINITY
    if (last && age < RENEW_MS) return last.refusal
    const renewed = renew()
    return last && age < (last.refusal === null ? GOOD_MS : BAD_MS) ? last.refusal : renewed
  }
}
