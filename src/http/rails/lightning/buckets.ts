import type { Clock } from '../../../ports.ts'

/** Token buckets by name; all of one size. */
export interface TokenBuckets {
  /** Tokens that are there now, with fractions. */
  level(key: string): number
  /** Takes some, or gives some back with a negative number. A bucket never holds more than its size. */
  take(key: string, tokens: number): void
  /** Buckets that are remembered. */
  readonly size: number
}

export interface BucketOptions {
  readonly clock: Clock
  /** Tokens in a full bucket. */
  readonly burst: number
  /** Tokens added each second. */
  readonly perSecond: number
  /** Buckets that are remembered. The one not used for longest is forgotten, and is full when it is used again. */
  readonly most: number
}

/** With each use so many that were not used for longest are looked at: memory follows those who came lately. */
const LOOKED_AT = 2

interface Bucket {
  readonly tokens: number
  readonly at: number
}

export const createBuckets = ({ clock, burst, perSecond, most }: BucketOptions): TokenBuckets => {
  /** In the order of last use: a Map keeps the order in which keys were added. */
  const buckets = new Map<string, Bucket>()

  const levelAt = (key: string, now: number): number => {
    const bucket = buckets.get(key)
    // A clock that was set back removes no tokens.
    return bucket ? Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1000) : burst
  }

  const forgetFull = (now: number): void => {
    let looked = 0
    for (const key of buckets.keys()) {
      if (looked++ === LOOKED_AT || levelAt(key, now) < burst) return
      buckets.delete(key)
    }
  }

  return {
    get size() {
      return buckets.size
    },
    level: (key) => levelAt(key, clock.now()),
    take: (key, tokens) => {
      const now = clock.now()
      const left = Math.min(burst, levelAt(key, now) - tokens)
      buckets.delete(key)
      // A full bucket need not be remembered.
      if (left === burst) return
      buckets.set(key, { tokens: left, at: now })
      forgetFull(now)
      if (buckets.size <= most) return
      const [oldest] = buckets.keys()
      buckets.delete(oldest!)
    },
  }
}
