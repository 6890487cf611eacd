import type { RedisClient } from './client.ts'
import type { RateWindows } from '../../ports.ts'
import { names } from './names.ts'
import { script } from './script.ts'

/**
 * A window is a list of `<Unix milliseconds>:<weight>:<u if urgent, else o>`, oldest first, by the clock of Redis. It
 * holds at most as many entries as requests fit into the window.
 */
const TAKE = script(
  `local time = redis.call('TIME')
   local now = time[1] * 1000 + math.floor(time[2] / 1000)
   local weight, urgent, limit, kept, span = tonumber(ARGV[1]), ARGV[2], ARGV[3] + 0, ARGV[4] + 0, ARGV[5] + 0
   local all, others, count, other_count, sent = 0, 0, 0, 0, {}
   for _, entry in ipairs(redis.call('LRANGE', KEYS[1], 0, -1)) do
     local at, heavy, kind = string.match(entry, '^(%d+):(%d+):([uo])$')
     -- What is further ahead than a window was entered before the clock was set back.
     if math.abs(at - now) >= span then
       redis.call('LREM', KEYS[1], 1, entry)
     else
       table.insert(sent, { tonumber(at), tonumber(heavy), kind })
       all, count = all + heavy, count + 1
       if kind == 'o' then others, other_count = others + heavy, other_count + 1 end
     end
   end
   local wait = -1
   for place = 0, #sent do
     if place > 0 then
       local at, heavy, kind = unpack(sent[place])
       wait = at + span - now
       all, count = all - heavy, count - 1
       if kind == 'o' then others, other_count = others - heavy, other_count - 1 end
     end
     local room = urgent == 'u' or other_count == 0 or others + weight <= limit - kept
     if count == 0 or (all + weight <= limit and room) then break end
   end
   if wait >= 0 then return wait end
   redis.call('RPUSH', KEYS[1], string.format('%d:%d:%s', now, weight, urgent))
   redis.call('PEXPIRE', KEYS[1], span)
   return -1`,
  (raw) => (raw === -1 ? null : Number(raw)),
  'rate window',
)

/** Rate windows of providers that all workers share. */
export const rateWindows = (redis: RedisClient): RateWindows => ({
  take: (window, spanMs, { weight, isUrgent, limit, kept }) =>
    TAKE.run(redis, [names.rateWindow(window)], [weight, isUrgent ? 'u' : 'o', limit, kept, spanMs]),
})
