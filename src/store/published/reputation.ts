import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'

/** Venues that have lost their vote for some time, shared by all publishers and kept across restarts. */
export interface ReputationStore {
  /**
   * Takes their vote until a time, Unix milliseconds. Never shortens an earlier time; returns those that still had a
   * vote at `now`.
   */
  silence(venues: readonly string[], until: number, now: number): Promise<readonly string[]>
  /** The venues without a vote at a time, and until when. */
  silenced(now: number): Promise<ReadonlyMap<string, number>>
}

const NOBODY: ReadonlyMap<string, number> = new Map()

export const reputationStore = (redis: RedisClient): ReputationStore => {
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
