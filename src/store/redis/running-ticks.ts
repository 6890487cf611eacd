import type { Redis } from 'ioredis'
import { names } from './names.ts'
import { asTexts, script } from './script.ts'
import { REDIS_TIME } from './store-clock.ts'

/**
 * Which ticks of a group run now, in all workers: a lease for each, in one key of the group. A worker that dies loses
 * them after their time. They save work, and protect nothing: what is published is fenced by itself.
 */
export interface RunningTickStore {
  /**
   * Takes those that do not run.
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

/** A field is an actor; its value is the end of its lease, Unix milliseconds by the store's clock, and its holder. */
const LEASED = `${REDIS_TIME}
  local function holderOf(actor)
    local untilMs, holder = string.match(redis.call('HGET', KEYS[1], actor) or '', '^(%d+) (.*)$')
    return untilMs and ahead(untilMs) > 0 and holder
  end
  local function lease(actor)
    redis.call('HSET', KEYS[1], actor, string.format('%d %s', ARGV[2] - ahead(0), ARGV[1]))
    -- All leases of a group are equally long.
    redis.call('PEXPIRE', KEYS[1], ARGV[2])
  end`

/** KEYS group. ARGV holder, ms, actors. */
const TAKE = script(
  `${LEASED}
   local taken = {}
   for i = 3, #ARGV do
     if not holderOf(ARGV[i]) then
       lease(ARGV[i])
       taken[#taken + 1] = ARGV[i]
     end
   end
   return taken`,
  asTexts,
)

/** KEYS group. ARGV holder, ms, actors. */
const KEEP = script(
  `${LEASED}
   for i = 3, #ARGV do
     if holderOf(ARGV[i]) == ARGV[1] then lease(ARGV[i]) end
   end
   return 1`,
  Number,
)

/** KEYS group. ARGV holder, actors. */
const LEAVE = script(
  `${LEASED}
   for i = 2, #ARGV do
     if holderOf(ARGV[i]) == ARGV[1] then redis.call('HDEL', KEYS[1], ARGV[i]) end
   end
   return 1`,
  Number,
)

export const runningTickStore = (redis: Redis): RunningTickStore => ({
  take: async (group, holder, actors, ms) =>
    new Set(await TAKE.run(redis, [names.runningTicks(group)], [holder, ms, ...actors])),
  keep: async (group, holder, actors, ms) => {
    await KEEP.run(redis, [names.runningTicks(group)], [holder, ms, ...actors])
  },
  leave: async (group, holder, actors) => {
    await LEAVE.run(redis, [names.runningTicks(group)], [holder, ...actors])
  },
})
