import type { Clock } from '../../../ports.ts'
import { createBuckets } from './buckets.ts'
import { limitKey, wideKey } from './limit-key.ts'

/** How often one client address may cause something that costs us, without paying. */
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
  /** Allowed at once. */
  readonly burst: number
  /** Allowed in addition each second. */
  readonly perSecond: number
  /** Addresses that are remembered; the one not seen for longest is forgotten. */
  readonly maxAddresses: number
}

/**
 * A client with many addresses mostly has neighbouring ones. So the network around an address has its own limit, this
 * many times as high.
 */
const WIDER = 10

/** Token buckets by address, and larger ones by the network around it. */
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
      // A refused address counts as seen, so that it is not forgotten before those that came later.
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
