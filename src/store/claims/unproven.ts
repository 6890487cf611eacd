import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { type ClaimedSettlement, claimedPayment } from '../../payments/claimed-settlement.ts'
import { names } from '../redis/names.ts'
import { asNumber, asTexts, script } from '../redis/script.ts'
import { orTold, stored, untold } from '../redis/stored.ts'

/** A settlement that a facilitator has claimed, and that was not found on the chain yet. */
export interface Unproven {
  /** The facilitator, by its id. */
  readonly by: string
  /** When it was first claimed, Unix milliseconds. */
  readonly at: number
  readonly claimed: ClaimedSettlement
}

/**
 * Claimed settlements that must still be looked up on the chain, shared by all servers: none is lost when a server
 * dies.
 */
export interface UnprovenStore {
  /** A second claim of the same facilitator for the same payment changes nothing. `false`: the list is full. */
  add(claim: Unproven, dueAt: number): Promise<boolean>
  /** Claims that are due. They are given to nobody else for `lentMs`. */
  take(now: number, most: number, lentMs: number): Promise<readonly Unproven[]>
  postpone(claim: Unproven, dueAt: number): Promise<void>
  /** `true` for the one caller that removed it from the list. */
  remove(claim: Unproven): Promise<boolean>
  count(): Promise<number>
}

/** KEYS due, facts; ARGV id, due time, facts, the most there may be. 0 when the list is full. */
const ADD = script(
  `if redis.call('ZSCORE', KEYS[1], ARGV[1]) then return 1 end
   if redis.call('ZCARD', KEYS[1]) >= tonumber(ARGV[4]) then return 0 end
   redis.call('ZADD', KEYS[1], ARGV[2], ARGV[1])
   redis.call('HSET', KEYS[2], ARGV[1], ARGV[3])
   return 1`,
  asNumber,
)

/** KEYS due, facts; ARGV now, how many, when they are due again. Returns the facts. */
const TAKE = script(
  `local ids = redis.call('ZRANGEBYSCORE', KEYS[1], '-inf', ARGV[1], 'LIMIT', 0, ARGV[2])
   if #ids == 0 then return {} end
   for _, id in ipairs(ids) do redis.call('ZADD', KEYS[1], ARGV[3], id) end
   return redis.call('HMGET', KEYS[2], unpack(ids))`,
  asTexts,
)

/** KEYS due, facts; ARGV id. */
const REMOVE = script(`redis.call('HDEL', KEYS[2], ARGV[1]) return redis.call('ZREM', KEYS[1], ARGV[1])`, asNumber)

/** One is enough to find a facilitator that lies: beyond this, only evidence is lost. 450 bytes each. */
const MOST = 10_000

const FACTS = stored(
  'claimed settlement',
  Type.Object({
    by: Type.String(),
    at: Type.Number(),
    claimed: Type.Object({
      chainId: Type.Integer(),
      token: Type.String(),
      from: Type.String(),
      to: Type.String(),
      value: Type.String({ pattern: '^[0-9]+$' }),
      nonce: Type.String(),
      transaction: Type.String(),
    }),
  }),
)

const idOf = ({ by, claimed }: Unproven): string => `${by} ${claimedPayment(claimed)}`

/** @param told is called with claims that cannot be read */
export const unprovenStore = (redis: RedisClient, most = MOST, told = untold): UnprovenStore => {
  const keys = [names.unproven.due(), names.unproven.facts()]
  return {
    add: async (claim, dueAt) => (await ADD.run(redis, keys, [idOf(claim), dueAt, FACTS.write(claim), most])) === 1,
    take: async (now, most, lentMs) =>
      (await TAKE.run(redis, keys, [now, most, now + lentMs])).flatMap(
        (text) => orTold(told, () => FACTS.parse(text)) ?? [],
      ),
    postpone: async (claim, dueAt) => {
      await redis.zadd(names.unproven.due(), 'XX', dueAt, idOf(claim))
    },
    remove: async (claim) => (await REMOVE.run(redis, keys, [idOf(claim)])) === 1,
    count: () => redis.zcard(names.unproven.due()),
  }
}
