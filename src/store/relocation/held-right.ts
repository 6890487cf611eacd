import type { Clock } from '../../ports.ts'
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

/** @param redis where this process has just taken it */
export const holdRight = (redis: RedisClient, process: string, clock: Clock): HeldRight => {
  let keptAt = clock.now()
  let isLost = false
  const renew = async (): Promise<void> => {
    const askedAt = clock.now()
    if (await keepMove(redis, process)) keptAt = askedAt
    else isLost = true
  }
  const timer = setInterval(() => void renew().catch(() => {}), RENEW_MS)
  return {
    check: () => {
      if (isLost || clock.now() - keptAt > TRUSTED_MS)
        throw new StoreNotReady(
          'This process was held up, and another one may be at it by now. Nothing is lost: run it again, and it goes on.',
        )
    },
    giveUp: async () => {
      clearInterval(timer)
      await releaseMove(redis, process).catch(() => {})
    },
  }
}
