import { script } from '../src/store/redis/script.ts'

/**
 * A sale over Lightning as earlier releases made it, when a claim was a hash. What a sale costs Redis now is compared
 * with it. One script for each sale, over the claim and the number of sold editions.
 *
 * KEYS claim, sold. ARGV request, now, redelivery, printed, goods without index, keep, sold's lifetime.
 */
export const EARLIER_BUY = script(
  `local c = redis.call('HMGET', KEYS[1], 'state', 'request', 'until', 'goods', 'spentAt', 'settlement')
   if c[1] then
     if c[2] ~= ARGV[1] then return { 'other_request' } end
     if c[1] == 'spent' then
       if tonumber(ARGV[2]) > tonumber(c[3]) then return { 'spent' } end
       return { 'spent_fresh', c[4], c[5], c[6] or '' }
     end
     if tonumber(c[3]) > tonumber(ARGV[2]) then return { 'busy' } end
     if c[1] == 'sent' then return { 'sent', c[4], c[6] or '' } end
   end
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
