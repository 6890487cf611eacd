import type { Clock, Steady } from '../../ports.ts'
import { keepMove, MOVE_MS, releaseMove } from '../format/format-scripts.ts'
import type { RedisClient } from '../redis/client.ts'
import { HELD_UP } from './move-words.ts'

const RENEW_MS = 5_000
/** Earlier than it ends: what is sent now is there before somebody else has it. */
const TRUSTED_MS = MOVE_MS - 10_000

/** The right to move the store, which one process has at a time, renewed until it is given up. */
export interface HeldRight {
  /** Throws `StoreNotReady` when another process may have it by now. */
  check(): void
  /** It is not to be relied on any more, though nobody else may have it. */
  lose(): void
  giveUp(): Promise<void>
}

/** By which two clocks: one stands still while a machine sleeps, and the other one can be set. */
export interface RightClocks {
  readonly clock: Clock
  readonly steady: Steady
}

interface Reading {
  readonly now: number
  readonly ms: number
}

export const readClocks = ({ clock, steady }: RightClocks): Reading => ({ now: clock.now(), ms: steady.ms() })

/**
 * @param redis where this process has just taken it: a connection that nothing else holds up
 * @param askedAt before it was taken: how long the reply took is not known
 */
export const holdRight = (redis: RedisClient, process: string, clocks: RightClocks, askedAt: Reading): HeldRight => {
  const read = (): Reading => readClocks(clocks)
  let keptAt = askedAt
  let isLost = false
  const renew = async (): Promise<void> => {
    const askedAt = read()
    if (await keepMove(redis, process)) keptAt = askedAt
    else isLost = true
  }
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
  return {
    check: () => {
      const { now, ms } = read()
      if (isLost || Math.max(now - keptAt.now, ms - keptAt.ms) > TRUSTED_MS) throw HELD_UP
    },
    lose: () => void (isLost = true),
    giveUp: async () => {
      // Whatever is still under way writes nothing more.
      isLost = true
      clearInterval(timer)
      await releaseMove(redis, process).catch(() => {})
    },
  }
}
