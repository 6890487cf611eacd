import type { RedisClient } from './client.ts'

/** The clock of the store: all processes share it, and it judges the times that they write. */

/** A clock that differs from it by more than this, in either direction, is wrong. */
export const MOST_OFF_MS = 2_000

/** Lua that defines `ahead(ms)`: by how many milliseconds a time is ahead of the moment in which the script runs. */
export type StoreClock = string

export const REDIS_TIME: StoreClock = `
  local function ahead(at)
    local time = redis.call('TIME')
    return tonumber(at) - (tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
  end`

/** Unix milliseconds, at a moment between the request and the reply. */
export const readStoreTime = async (redis: RedisClient): Promise<number> => {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
