import type { Clock } from '../../../ports.ts'
import { MINUTE_MS } from '../../../time-units.ts'

/**
 * A limit for all clients together, shared by network. When it is reached, networks that took something within the last
 * minute wait, and networks that took nothing go first. A part is reserved for them, and what is added each second
 * fills that part first. To shut others out, an attacker needs more networks than the limit allows in a minute.
 */
export interface SharedCap {
  /** Whether this network may have one more, and if so, counts it. */
  take(network: string): boolean
  /** After a sale: it is not counted, and the network goes first again. */
  giveBack(network: string): void
  /** Whole seconds until it may have one more; 0 when it may have one now. */
  waitSeconds(network: string): number
}

export interface SharedCapOptions {
  readonly clock: Clock
  /** Allowed at once. */
  readonly burst: number
  /** The part of these for networks that took none for a minute. */
  readonly reserved: number
  /** Allowed in addition each second. */
  readonly perSecond: number
  /** Networks that are remembered; the one that took longest ago is forgotten. */
  readonly maxNetworks: number
}

export const createSharedCap = (options: SharedCapOptions): SharedCap => {
  const { clock, burst, reserved, perSecond, maxNetworks } = options
  let tokens = burst
  let at = clock.now()
  /** Network and when it last took something, in this order. */
  const tookAt = new Map<string, number>()

  const level = (now: number): number => {
    // After the clock was set back, additions are counted from the new time on.
    at = Math.min(at, now)
    return Math.min(burst, tokens + ((now - at) * perSecond) / 1000)
  }

  const set = (value: number, now: number): void => {
    tokens = Math.min(burst, value)
    at = now
  }

  /** Milliseconds until it goes first. */
  const untilFirst = (network: string, now: number): number => {
    const age = now - (tookAt.get(network) ?? Number.NEGATIVE_INFINITY)
    return age >= 0 && age < MINUTE_MS ? MINUTE_MS - age : 0
  }

  const may = (network: string, now: number): boolean => level(now) >= 1 + (untilFirst(network, now) > 0 ? reserved : 0)

  return {
    take(network) {
      const now = clock.now()
      // A refused network is not marked, so its minute ends even if it asks meanwhile.
      if (!may(network, now)) return false
      set(level(now) - 1, now)
      tookAt.delete(network)
      tookAt.set(network, now)
      if (tookAt.size > maxNetworks) tookAt.delete(tookAt.keys().next().value!)
      return true
    },

    giveBack(network) {
      const now = clock.now()
      set(level(now) + 1, now)
      tookAt.delete(network)
    },

    waitSeconds(network) {
      const now = clock.now()
      if (may(network, now)) return 0
      const wait = untilFirst(network, now) || (1000 * (1 - level(now))) / perSecond
      return Math.max(1, Math.ceil(wait / 1000))
    },
  }
}
