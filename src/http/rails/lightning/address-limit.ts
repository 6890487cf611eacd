import type { Clock } from '../../../ports.ts'
import { limitKey } from './limit-key.ts'

/** How many invoices a client address may have made: each costs our node a row in its database. */
export interface AddressLimit {
  /** Whether this address may have one more, and if so, counts it. */
  take(address: string): boolean
  /** A sale returns the token: buyers are not limited. */
  giveBack(address: string): void
}

export interface AddressLimitOptions {
  readonly clock: Clock
  /** So many at once. */
  readonly burst: number
  /** So many more each second. */
  readonly perSecond: number
  /** So many addresses are remembered; the one not seen for longest goes. */
  readonly maxAddresses: number
}

interface Bucket {
  readonly tokens: number
  readonly at: number
}

/** Token buckets by address. */
export const createAddressLimit = (options: AddressLimitOptions): AddressLimit => {
  const { clock, burst, perSecond, maxAddresses } = options
  /** In the order of last sight: a Map keeps the order in which keys were added. */
  const buckets = new Map<string, Bucket>()

  const tokensOf = (bucket: Bucket | undefined, now: number): number =>
    bucket ? Math.min(burst, bucket.tokens + (Math.max(0, now - bucket.at) * perSecond) / 1000) : burst

  const remember = (key: string, bucket: Bucket): void => {
    buckets.delete(key)
    buckets.set(key, bucket)
    if (buckets.size <= maxAddresses) return
    const [oldest] = buckets.keys()
    buckets.delete(oldest!)
  }

  return {
    take(address) {
      const key = limitKey(address)
      const now = clock.now()
      const tokens = tokensOf(buckets.get(key), now)
      remember(key, { tokens: tokens >= 1 ? tokens - 1 : tokens, at: now })
      return tokens >= 1
    },

    giveBack(address) {
      const key = limitKey(address)
      const bucket = buckets.get(key)
      // Forgotten: its bucket is full as it is.
      if (!bucket) return
      const now = clock.now()
      remember(key, { tokens: Math.min(burst, tokensOf(bucket, now) + 1), at: now })
    },
  }
}
