import type { Redis } from 'ioredis'

/** The clock of the store: the one that all processes share, and by which the stamps of all of them are judged. */

/** Further from it than this is a clock that is wrong, either way. */
export const MOST_OFF_MS = 2_000

/** Lua that defines `ahead(ms)`: by how many milliseconds a stamp is ahead of the moment in which the script runs. */
export type StoreClock = string

export const REDIS_TIME: StoreClock = `
  local function ahead(at)
    local time = redis.call('TIME')
    return tonumber(at) - (tonumber(time[1]) * 1000 + math.floor(tonumber(time[2]) / 1000))
  end`

/** Unix milliseconds, at some moment between question and answer. */
export const readStoreTime = async (redis: Redis): Promise<number> => {
  const [seconds, micros] = await redis.time()
  return Number(seconds) * 1000 + Math.floor(Number(micros) / 1000)
}
