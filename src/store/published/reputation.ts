import type { Redis } from 'ioredis'
import { names } from '../redis/names.ts'

/** Venues without a vote for a while, for all publishers alike and across restarts. */
export interface ReputationStore {
  /** Takes their vote until a time, Unix milliseconds. Never gives one back early; says who had a vote at `now`. */
  silence(venues: readonly string[], until: number, now: number): Promise<readonly string[]>
  /** Who has none at a time, and until when. */
  silenced(now: number): Promise<ReadonlyMap<string, number>>
}

const NOBODY: ReadonlyMap<string, number> = new Map()

export const reputationStore = (redis: Redis): ReputationStore => {
  const silenced = async (now: number): Promise<ReadonlyMap<string, number>> => {
    const found = await redis.zrangebyscore(names.silenced(), `(${now}`, '+inf', 'WITHSCORES')
    if (found.length === 0) return NOBODY
    return new Map(found.flatMap((venue, at) => (at % 2 === 0 ? [[venue, Number(found[at + 1])] as const] : [])))
  }
  return {
    silence: async (venues, until, now) => {
      if (venues.length === 0) return []
      const before = await silenced(now)
      await redis.zadd(names.silenced(), 'GT', ...venues.flatMap((venue) => [until, venue]))
      return venues.filter((venue) => !before.has(venue))
    },
    silenced,
  }
}
