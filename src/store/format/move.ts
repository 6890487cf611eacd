import type { RedisClient } from '../redis/client.ts'
import type { Clock, Log } from '../../ports.ts'
import { keepMove } from './format-scripts.ts'
import { StoreNotReady } from './format-faults.ts'

/** The right to move the store, which one process has at a time. */
export interface Move {
  /**
   * Renews the right, and says now and then in the log how far it is. Rejects with `StoreNotReady` when another process
   * has it: this one was held up for longer than the right lasts.
   *
   * @param done parts of the work, of any kind, since the step began
   */
  keep(done: number): Promise<void>
}

const TOLD_EVERY_MS = 10_000

export interface MoveParts {
  readonly redis: RedisClient
  readonly clock: Clock
  readonly log: Log
  readonly holder: string
  readonly from: number
  readonly to: number
}

export const openMove = ({ redis, clock, log, holder, from, to }: MoveParts): Move => {
  let toldAt = clock.now()
  return {
    keep: async (done) => {
      if (!(await keepMove(redis, holder)))
        throw new StoreNotReady(
          `Moving the store from format ${from} to ${to} went on in another process, because this one was held up. Nothing is lost: start it again.`,
        )
      if (clock.now() - toldAt < TOLD_EVERY_MS) return
      toldAt = clock.now()
      log.info('store.moving', { from, to, done })
    },
  }
}
