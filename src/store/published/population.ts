import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { asTexts, script } from '../redis/script.ts'

/** On-demand actors, which exist while they are requested: which exist, and when each was last requested. */
export interface PopulationStore {
  /**
   * The actor is requested and exists from now on. Returns the actors that were removed to make room, least recently
   * requested first; never the actor itself.
   *
   * @param now Unix milliseconds
   */
  want(feed: string, actor: string, now: number, most: number): Promise<readonly string[]>
  /** Requested again; does nothing for an actor that does not exist. */
  touch(feed: string, actor: string, now: number): Promise<void>
  /** When it was last requested, Unix milliseconds; `null` when it does not exist. */
  wantedAt(feed: string, actor: string): Promise<number | null>
  members(feed: string): Promise<readonly string[]>
  /** Removes the actors that were last requested before this time; returns which. */
  retire(feed: string, before: number): Promise<readonly string[]>
  remove(feed: string, actor: string): Promise<void>
  /**
   * Whether a client may cause requests to the providers of these boards; if so, they are counted. A board that was
   * counted within the time is not counted again: all metrics of a place are one place. The count is kept here and not
   * by each server, because a provider does not accept more requests when there are more servers.
   *
   * @param who the client, as limits know it
   */
  mayOpen(who: string, boards: readonly string[], now: number, limit: OpeningLimit): Promise<boolean>
}

/** The most boards within any time of this length. */
export interface OpeningLimit {
  readonly most: number
  readonly withinMs: number
}

/** KEYS population. ARGV actor, now, most. */
const REQUEST = script(
  `redis.call('ZADD', KEYS[1], 'GT', ARGV[2], ARGV[1])
   local over = redis.call('ZCARD', KEYS[1]) - tonumber(ARGV[3])
   local gone = {}
   if over <= 0 then return gone end
   for _, actor in ipairs(redis.call('ZRANGE', KEYS[1], 0, over)) do
     if actor ~= ARGV[1] and #gone < over then
       redis.call('ZREM', KEYS[1], actor)
       gone[#gone + 1] = actor
     end
   end
   return gone`,
  asTexts,
)

/** KEYS population. ARGV before. */
const RETIRE = script(
  `local gone = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1])
   if #gone > 0 then redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', '(' .. ARGV[1]) end
   return gone`,
  asTexts,
)

/** KEYS openings. ARGV now, most, withinMs, boards. */
const MAY_OPEN = script(
  `redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', ARGV[1] - ARGV[3])
   local new = {}
   for i = 4, #ARGV do
     if not redis.call('ZSCORE', KEYS[1], ARGV[i]) then new[#new + 1] = ARGV[i] end
   end
   if #new == 0 then return 1 end
   if redis.call('ZCARD', KEYS[1]) + #new > tonumber(ARGV[2]) then return 0 end
   for _, board in ipairs(new) do redis.call('ZADD', KEYS[1], ARGV[1], board) end
   redis.call('PEXPIRE', KEYS[1], ARGV[3])
   return 1`,
  (raw) => raw === 1,
)

export const populationStore = (redis: RedisClient): PopulationStore => ({
  want: (feed, actor, now, most) => REQUEST.run(redis, [names.population(feed)], [actor, now, most]),
  touch: async (feed, actor, now) => {
    await redis.zadd(names.population(feed), 'XX', 'GT', now, actor)
  },
  wantedAt: async (feed, actor) => {
    const score = await redis.zscore(names.population(feed), actor)
    return score === null ? null : Number(score)
  },
  members: (feed) => redis.zrange(names.population(feed), 0, '-1'),
  retire: (feed, before) => RETIRE.run(redis, [names.population(feed)], [before]),
  remove: async (feed, actor) => {
    await redis.zrem(names.population(feed), actor)
  },
  mayOpen: (who, boards, now, { most, withinMs }) =>
    MAY_OPEN.run(redis, [names.openings(who)], [now, most, withinMs, ...boards]),
})
