import type { Clock } from '../../../ports.ts'
import { createBuckets } from './buckets.ts'
import { limitKey, wideKey } from './limit-key.ts'

/** How often something that costs us may be done for one client address for nothing. */
export interface AddressLimit {
  /** Whether this address may have one more, and if so, counts it. */
  take(address: string): boolean
  /** A sale returns the token: buyers are not limited. */
  giveBack(address: string): void
  /** Whole seconds until it may have one more; 0 when it may have one now. */
  waitSeconds(address: string): number
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

/** One who has many addresses mostly has them side by side: what lies around an address has so many times as much. */
const WIDER = 10

/** Token buckets by address, and larger ones by what lies around it. */
export const createAddressLimit = (options: AddressLimitOptions): AddressLimit => {
  const { clock, burst, perSecond, maxAddresses: most } = options
  const near = createBuckets({ clock, burst, perSecond, most })
  const wide = createBuckets({ clock, burst: burst * WIDER, perSecond: perSecond * WIDER, most })

  const takeBoth = (address: string, tokens: number): void => {
    near.take(limitKey(address), tokens)
    wide.take(wideKey(address), tokens)
  }
  const may = (address: string): boolean => near.level(limitKey(address)) >= 1 && wide.level(wideKey(address)) >= 1

  return {
    take(address) {
      const granted = may(address)
      // Who is refused is seen all the same, and not forgotten for those who came later.
      takeBoth(address, granted ? 1 : 0)
      return granted
    },

    giveBack: (address) => takeBoth(address, -1),

    waitSeconds(address) {
      const missing = Math.max(
        (1 - near.level(limitKey(address))) / perSecond,
        (1 - wide.level(wideKey(address))) / (perSecond * WIDER),
      )
      return Math.max(0, Math.ceil(missing))
    },
  }
}
