import type { RedisClient } from './client.ts'
import { names } from './names.ts'
import { asTexts, script } from './script.ts'
import { REDIS_TIME } from './store-clock.ts'

/**
 * Which ticks of a group run now, in all workers: a lease for each, in one key of the group. A worker that dies loses
 * them after their time. They save work, and protect nothing: what is published is fenced by itself.
 */
export interface RunningTickStore {
  /**
   * Takes those that do not run. A lease that would last longer than one of now was taken before the store's clock was
   * set back, and counts as none: it would keep its actor from ticking for as long.
   *
   * @param holder names one run of the group
   * @param ms for how long, unless they are kept or left before
   * @returns which were taken
   */
  take(group: string, holder: string, actors: readonly string[], ms: number): Promise<ReadonlySet<string>>
  /** Makes the leases last for this time from now on, of those that are still this holder's. */
  keep(group: string, holder: string, actors: readonly string[], ms: number): Promise<void>
  leave(group: string, holder: string, actors: readonly string[]): Promise<void>
}

/**
 * KEYS group. ARGV holder, ms, actors. Defines `those(isMeant)`: the actors whose present holder, nil for none, and end
 * are meant.
 * A field is an actor; its value is the end of its lease, Unix milliseconds by the store's clock, and its holder.
 */
const LEASED = `${REDIS_TIME}
  local now = -ahead(0)
  local actors = {}
  for i = 3, #ARGV do actors[i - 2] = ARGV[i] end
  local function those(isMeant)
    local found = {}
    if #actors == 0 then return found end
    for at, value in ipairs(redis.call('HMGET', KEYS[1], unpack(actors))) do
      local ends, holder
      if value then ends, holder = string.match(value, '^(%d+) (.*)$') end
      if not ends or tonumber(ends) <= now then holder = nil end
      if isMeant(holder, tonumber(ends)) then found[#found + 1] = actors[at] end
    end
    return found
  end
  local function own(holder) return holder == ARGV[1] end
  local function lease(found)
    if #found == 0 then return end
    local value, fields = string.format('%d %s', now + ARGV[2], ARGV[1]), {}
    for at, actor in ipairs(found) do fields[2 * at - 1], fields[2 * at] = actor, value end
    redis.call('HSET', KEYS[1], unpack(fields))
    -- All leases of a group are equally long.
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end`

const TAKE = script(
  `${LEASED}
   local free = those(function(holder, ends) return holder == nil or ends > now + ARGV[2] end)
   lease(free)
   return free`,
  asTexts,
)

const KEEP = script(
  `${LEASED}
   lease(those(own))
   return 1`,
  Number,
)

const LEAVE = script(
  `${LEASED}
   local left = those(own)
   if #left > 0 then redis.call('HDEL', KEYS[1], unpack(left)) end
   return #left`,
  Number,
)

export const runningTickStore = (redis: RedisClient): RunningTickStore => ({
  take: async (group, holder, actors, ms) =>
    new Set(await TAKE.run(redis, [names.runningTicks(group)], [holder, ms, ...actors])),
  keep: async (group, holder, actors, ms) => {
    await KEEP.run(redis, [names.runningTicks(group)], [holder, ms, ...actors])
  },
  leave: async (group, holder, actors) => {
    await LEAVE.run(redis, [names.runningTicks(group)], [holder, 0, ...actors])
  },
})
