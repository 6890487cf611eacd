import type { Clock } from '../../../ports.ts'
import { MINUTE_MS } from '../../../time-units.ts'

/**
 * A cap on what is done for all clients together, shared out by network. When it is reached, networks that took
 * something within the last minute wait, and one that took nothing goes first: a part is kept for such networks, and
 * what comes in each second fills that part before anything else. Whoever wants to shut others out needs more networks
 * than the cap allows in a minute.
 */
export interface SharedCap {
  /** Whether this network may have one more, and if so, counts it. */
  take(network: string): boolean
  /** A sale: what it took was no waste, and it goes first again. */
  giveBack(network: string): void
  /** Whole seconds until it may have one more; 0 when it may have one now. */
  waitSeconds(network: string): number
}

export interface SharedCapOptions {
  readonly clock: Clock
  /** So many at once. */
  readonly burst: number
  /** So many of these for networks that took none for a minute. */
  readonly reserved: number
  /** So many more each second. */
  readonly perSecond: number
  /** So many networks are remembered; the one that took longest ago goes. */
  readonly maxNetworks: number
}

export const createSharedCap = (options: SharedCapOptions): SharedCap => {
  const { clock, burst, reserved, perSecond, maxNetworks } = options
  let tokens = burst
  let at = clock.now()
  /** Network and when it last took something, in this order. */
  const tookAt = new Map<string, number>()

  const level = (now: number): number => {
    // A clock that was set back: what comes in is counted from here on, also while nobody is granted anything.
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
      // Who is refused is not marked: its minute ends whatever it asks meanwhile.
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
