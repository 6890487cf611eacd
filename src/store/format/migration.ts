import type { RedisClient } from '../redis/client.ts'
import type { Move } from './move.ts'

/** One step from a format of the store to the next. */
export interface Migration {
  readonly from: number
  readonly to: number
  /** What changes, as a clause for operators: `keys carry the tag of their slot`. */
  readonly why: string
  /**
   * Runs while no process of an older format is at work, and may be ended at any place by a crash: then it is run again
   * from its beginning. So it must do nothing where its work is done already, and must never lose what it moves. It calls
   * `move.keep` before each part of its work, at least every few seconds.
   */
  run(redis: RedisClient, move: Move): Promise<void>
}
