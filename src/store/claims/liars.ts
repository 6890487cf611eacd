import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { readMany } from '../redis/read-many.ts'

/** Facilitators that claimed a settlement which did not exist. They are not used for some time. */
export interface LiarStore {
  /** Applies to all servers, and after restarts. Each false claim starts the time again. */
  close(by: string, forMs: number): Promise<void>
  /** Those of the ids that are closed now. */
  closed(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export const liarStore = (redis: RedisClient): LiarStore => ({
  close: async (by, forMs) => {
    await redis.set(names.liar(by), '1', 'PX', forMs)
  },
  closed: async (ids) => {
    const found = await readMany(redis, ids.map(names.liar))
    return new Set(ids.filter((_, at) => found[at] !== null))
  },
})
