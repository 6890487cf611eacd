import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'
import { allPrimaries } from './cluster-nodes.ts'

/**
 * The clock of the store: all processes share it, and it judges the times that they write. Each primary of a cluster has
 * its own, so all of them must be right.
 */

/** A clock that differs from it by more than this, in either direction, is wrong. */
export const MOST_OFF_MS = 2_000

/** Lua that defines `ahead(ms)`: by how many milliseconds a time is ahead of the moment in which the script runs. */
export type StoreClock = string

export const REDIS_TIME: StoreClock = `
  local function ahead(at)
    local time = redis.call('TIME')
    return tonumber(at) - (tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
  end`

/** Unix milliseconds of one server. */
export const timeOf = async (redis: Redis): Promise<number> => {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}

/** Milliseconds between the first and the last of these times. */
export const spreadOf = (times: readonly number[]): number => Math.max(...times) - Math.min(...times)

/** The one that is furthest from what most say: whoever compares a clock with it learns of a wrong one of either. */
export const oddestOf = (times: readonly number[]): number => {
  const sorted = times.toSorted((a, b) => a - b)
  const usual = sorted[Math.floor(sorted.length / 2)]!
  return sorted.reduce((odd, each) => (Math.abs(each - usual) > Math.abs(odd - usual) ? each : odd), usual)
}

/** Unix milliseconds, at a moment between the request and the reply. */
export const readStoreTime = async (redis: RedisClient): Promise<number> =>
  'nodes' in redis ? oddestOf(await Promise.all(allPrimaries(redis).map(timeOf))) : timeOf(redis)
