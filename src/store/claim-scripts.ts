import { script } from './script.ts'

/** The only code that moves a claim. What the moves mean stands in `claims.ts`. */

/**
 * Common head: what lies there, and whether it is for this request. KEYS[1] claim; ARGV request, now, redelivery.
 * `until` is the end of the hold while held or sent, and the end of redelivery once spent.
 *
 * @param resume what to do before a claim is handed back whose settlement nobody is waiting for
 */
const look = (resume = ''): string => `
  local c = redis.call('HMGET', KEYS[1], 'state', 'request', 'until', 'goods', 'spentAt', 'settlement')
  if c[1] then
    if c[2] ~= ARGV[1] then return { 'other_request' } end
    if c[1] == 'spent' then
      if tonumber(ARGV[2]) > tonumber(c[3]) then return { 'spent' } end
      return { 'spent_fresh', c[4], c[5], c[6] or '' }
    end
    if tonumber(c[3]) > tonumber(ARGV[2]) then return { 'busy' } end
    if c[1] == 'sent' then
      ${resume}
      return { 'sent', c[4], c[6] or '' }
    end
  end`

/** KEYS claim, sold. ARGV request, now, redelivery, printed, goods without index, keep, sold's lifetime. */
export const BUY = script(
  `${look()}
   local n = redis.call('INCR', KEYS[2])
   if n > tonumber(ARGV[4]) then
     if redis.call('DECR', KEYS[2]) == 0 then redis.call('DEL', KEYS[2]) end
     return { 'sold_out' }
   end
   if n == 1 then redis.call('EXPIRE', KEYS[2], ARGV[7]) end
   local goods = ARGV[5] .. (n - 1)
   redis.call('HSET', KEYS[1], 'state', 'spent', 'request', ARGV[1], 'goods', goods, 'spentAt', ARGV[2],
     'until', ARGV[2] + ARGV[3])
   redis.call('EXPIRE', KEYS[1], ARGV[6])
   return { 'bought', goods, ARGV[2] }`,
  (raw) => raw as readonly string[],
)

/** KEYS claim. ARGV request, now, redelivery. */
export const PEEK = script(`${look()}\n return { 'free' }`, (raw) => raw as readonly string[])

/** KEYS claim. ARGV request, now, redelivery, holder, until, keep. */
export const HOLD = script(
  `${look("redis.call('HSET', KEYS[1], 'holder', ARGV[4], 'until', ARGV[5])")}
   redis.call('DEL', KEYS[1])
   redis.call('HSET', KEYS[1], 'state', 'held', 'request', ARGV[1], 'holder', ARGV[4], 'until', ARGV[5])
   redis.call('EXPIRE', KEYS[1], ARGV[6])
   return { 'held' }`,
  (raw) => raw as readonly string[],
)

/** KEYS claim, unresolved. ARGV holder, goods, transfer, now, payment, until, keep. */
export const SEND = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'sent', 'goods', ARGV[2], 'transfer', ARGV[3], 'sentAt', ARGV[4],
     'until', ARGV[6], 'keep', ARGV[7])
   redis.call('ZADD', KEYS[2], ARGV[4], ARGV[5])
   return 1`,
  (raw) => raw === 1,
)

/**
 * KEYS claim, unresolved, sold, editions. ARGV holder, goods without edition, transfer, now, payment, until, keep, printed,
 * sold's lifetime. The place of the edition; -1 when all are sold, -2 when the claim is not the holder's.
 */
export const SEND_NEXT = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return -2 end
   local n = redis.call('INCR', KEYS[3])
   local edition = n <= tonumber(ARGV[8]) and redis.call('LINDEX', KEYS[4], n - 1)
   if not edition then
     if redis.call('DECR', KEYS[3]) == 0 then redis.call('DEL', KEYS[3]) end
     return -1
   end
   if n == 1 then redis.call('EXPIRE', KEYS[3], ARGV[9]) end
   redis.call('HSET', KEYS[1], 'state', 'sent', 'goods', ARGV[2] .. edition, 'transfer', ARGV[3], 'sentAt', ARGV[4],
     'until', ARGV[6], 'keep', ARGV[7])
   redis.call('ZADD', KEYS[2], ARGV[4], ARGV[5])
   return n - 1`,
  Number,
)

/** KEYS claim. ARGV holder. */
export const YIELD = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'sent' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'until', 0)
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim. ARGV holder, goods, now, keep, redelivery. The money came first: nothing is sent. */
export const USE_UP = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'spent', 'goods', ARGV[2], 'settlement', '', 'spentAt', ARGV[3],
     'until', ARGV[3] + ARGV[5])
   redis.call('EXPIRE', KEYS[1], ARGV[4])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim. ARGV goods. */
export const KEEP_PROMISE = script(
  `if redis.call('HGET', KEYS[1], 'state') ~= 'spent' then return 0 end
   redis.call('HSET', KEYS[1], 'goods', ARGV[1])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV settlement, now, keep, payment, redelivery. The goods lie there since it was sent. */
export const SPEND = script(
  `if redis.call('HGET', KEYS[1], 'state') ~= 'sent' then return 0 end
   redis.call('HSET', KEYS[1], 'state', 'spent', 'settlement', ARGV[1], 'spentAt', ARGV[2], 'until', ARGV[2] + ARGV[5])
   redis.call('HDEL', KEYS[1], 'transfer', 'raw')
   redis.call('EXPIRE', KEYS[1], ARGV[3])
   redis.call('ZREM', KEYS[2], ARGV[4])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim. ARGV now, redelivery. What is handed out for ever has no first delivery that would shorten it. */
export const DELIVERED = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'until', 'keep')
   if c[1] == 'spent' and c[3] == '0' then return redis.call('HSETNX', KEYS[1], 'delivered', '1') end
   local last = ARGV[1] + ARGV[2]
   if c[1] ~= 'spent' or tonumber(c[2]) <= last then return 0 end
   redis.call('HSET', KEYS[1], 'until', last)
   return 1`,
  (raw) => raw === 1,
)

/** KEYS claim, unresolved. ARGV holder, payment. */
export const RELEASE = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'holder')
   if not c[1] or c[1] == 'spent' or c[2] ~= ARGV[1] then return 0 end
   redis.call('DEL', KEYS[1])
   redis.call('ZREM', KEYS[2], ARGV[2])
   return 1`,
  (raw) => raw === 1,
)
