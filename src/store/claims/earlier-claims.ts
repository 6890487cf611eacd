import type { RedisClient } from '../redis/client.ts'
import { HOUR_MS } from '../../time-units.ts'
import { names } from '../redis/names.ts'
import { FOR_EVER, REDELIVERY_MS } from './redelivery.ts'
import { script } from '../redis/script.ts'

/**
 * Claims as the release before this one kept them: one hash under the full name of the payment, with the deliverable in
 * it. Every reader of a claim first brings such a hash to the present form. While servers of that release may still
 * run, a payment that is claimed here is marked as busy there too. So the two releases never both sell for one payment.
 *
 * Delete this file, with everything that imports it, in the release after next.
 */

/** When the last server of that release is gone for this long, all of its tokens and authorizations have expired. */
const PERIOD_MS = 26 * HOUR_MS
/** How long this process relies on the answer "the period has not ended". */
const BELIEVED_MS = 60_000

/** The holder that a claim of the earlier form names when a claim of the present form blocks it. */
const BY_US = 'next release'

/**
 * `lift(k, earlier, earlierSent, payment)`: does nothing when there is a claim of the present form. Needs `PACKED` of
 * `claim-lua.ts`.
 */
export const LIFT = `
  local function lift(k, earlier, earlierSent, payment, now)
    local e = redis.call('HMGET', earlier, 'state', 'request', 'until', 'goods', 'spentAt', 'settlement', 'holder',
      'transfer', 'sentAt', 'keep', 'hash', 'raw')
    if not e[1] or e[7] == '${BY_US}' or redis.call('EXISTS', k.claim) == 1 then return end
    local ttl = redis.call('TTL', earlier)
    redis.call('HSET', k.claim, 'state', e[1], 'request', string.sub(e[2], 1, 32), 'until', e[3])
    if e[1] == 'spent' then
      local forever = ttl < 0
      redis.call('HSET', k.claim, 'at', e[5])
      if forever or tonumber(e[3]) - tonumber(e[5]) <= ${REDELIVERY_MS} then redis.call('HSET', k.claim, 'told', 1) end
      local tx = e[6] and e[6] ~= '' and cjson.decode(e[6]).transaction or ''
      if tx ~= '' then redis.call('HSET', k.claim, 'tx', packed(tx)) end
      local left = tonumber(e[3]) - now
      if forever then redis.call('SET', k.deliverable, e[4])
      elseif left > 0 then redis.call('SET', k.deliverable, e[4], 'PX', left + 60000) end
    else
      redis.call('HSET', k.claim, 'holder', e[7])
      if e[1] == 'sent' then
        local amount = string.match(e[8] or '', '"value":"(%d+)"') or '0'
        redis.call('HSET', k.claim, 'transfer', e[8], 'sentAt', e[9], 'keep', e[10],
          'sale', payment .. '|' .. amount .. '|earlier||')
        if e[11] then redis.call('HSET', k.claim, 'hash', e[11], 'raw', e[12]) end
        redis.call('SET', k.deliverable, e[4])
        redis.call('ZADD', k.sent, redis.call('ZSCORE', earlierSent, payment) or e[9], payment)
        redis.call('ZREM', earlierSent, payment)
        ttl = -1
      end
      redis.call('HSET', earlier, 'holder', '${BY_US}', 'state', 'held', 'until', ${FOR_EVER})
    end
    if ttl >= 0 then redis.call('EXPIRE', k.claim, ttl) end
  end`

/**
 * `mark(earlier, request, keep)` and its reversal: marks the payment as busy for every server of the earlier release.
 */
export const MARK = `
  local function mark(earlier, request, keep)
    redis.call('HSET', earlier, 'state', 'held', 'request', request, 'holder', '${BY_US}', 'until', ${FOR_EVER})
    redis.call('EXPIRE', earlier, keep)
  end
  local function unmark(earlier)
    if redis.call('HGET', earlier, 'holder') == '${BY_US}' then redis.call('DEL', earlier) end
  end`

/** KEYS earlier claim. ARGV request, keep. */
const MARK_BUSY = script(`${MARK} mark(KEYS[1], ARGV[1], ARGV[2]) return 1`, () => true)

/** The same check for sales in one step. */
export interface EarlierGuard {
  /** Whether servers of the earlier release may still run, or tokens that they sold may still be valid. */
  period(now: number): boolean | Promise<boolean>
  mark(on: { readonly payment: string; readonly request: string; readonly keepSeconds: number }): Promise<void>
}

const earlierPeriod = (redis: RedisClient): EarlierGuard['period'] => {
  let isOver = false
  let believedUntil = 0
  const ask = async (now: number): Promise<boolean> => {
    const key = names.claimsSince()
    const since = Number((await redis.set(key, now, 'NX', 'GET')) ?? now)
    isOver = now - since > PERIOD_MS
    believedUntil = now + BELIEVED_MS
    return !isOver
  }
  return (now) => {
    if (isOver) return false
    return now < believedUntil && believedUntil - now <= BELIEVED_MS ? true : ask(now)
  }
}

export const earlierGuard = (redis: RedisClient): EarlierGuard => ({
  period: earlierPeriod(redis),
  mark: async ({ payment, request, keepSeconds }) => {
    await MARK_BUSY.run(redis, [names.earlierClaim(payment)], [request, keepSeconds])
  },
})
