import type { Redis } from 'ioredis'
import { names } from '../redis/names.ts'

/** Facilitators that claimed a settlement which never was, for as long as they are not asked any more. */
export interface LiarStore {
  /** For all servers, and across restarts. Begins anew with each lie. */
  close(by: string, forMs: number): Promise<void>
  /** Those of the ids that are closed. */
  closed(ids: readonly string[]): Promise<ReadonlySet<string>>
}

export const liarStore = (redis: Redis): LiarStore => ({
  close: async (by, forMs) => {
    await redis.set(names.liar(by), '1', 'PX', forMs)
  },
  closed: async (ids) => {
    if (ids.length === 0) return new Set()
    const found = await redis.mget(ids.map(names.liar))
    return new Set(ids.filter((_, at) => found[at] !== null))
  },
})
