import type { Clock, Steady } from '../../ports.ts'
import { StoreNotReady } from '../format/format-faults.ts'
import { keepMove, MOVE_MS, releaseMove } from '../format/format-scripts.ts'
import type { RedisClient } from '../redis/client.ts'

const RENEW_MS = 5_000
/** Earlier than it ends: what is sent now is there before somebody else has it. */
const TRUSTED_MS = MOVE_MS - 10_000

/** The right to move the store, which one process has at a time, renewed until it is given up. */
export interface HeldRight {
  /** Throws `StoreNotReady` when another process may have it by now. */
  check(): void
  giveUp(): Promise<void>
}

/** By which two clocks: one stands still while a machine sleeps, and the other one can be set. */
export interface RightClocks {
  readonly clock: Clock
  readonly steady: Steady
}

/** @param redis where this process has just taken it: a connection that nothing else holds up */
export const holdRight = (redis: RedisClient, process: string, { clock, steady }: RightClocks): HeldRight => {
  const read = () => ({ now: clock.now(), ms: steady.ms() })
  let keptAt = read()
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
      if (isLost || Math.max(now - keptAt.now, ms - keptAt.ms) > TRUSTED_MS)
        throw new StoreNotReady(
          'This process was held up, and another one may be at it by now. Nothing is lost: run it again, and it goes on.',
        )
    },
    giveUp: async () => {
      // Whatever is still under way writes nothing more.
      isLost = true
      clearInterval(timer)
      await releaseMove(redis, process).catch(() => {})
    },
  }
}
