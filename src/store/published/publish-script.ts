import { DAY_SECONDS } from '../../time-units.ts'
import { fence } from '../redis/fence.ts'
import { asNumber, script } from '../redis/script.ts'
import type { StoreClock } from '../redis/store-clock.ts'
import { KEEP_POINT } from './series.ts'

/** The one step that publishes a snapshot with its editions, its free copy and the point of its series, or nothing. */

/** The preview of a feed that has stopped publishing is shown for a day longer, with its age. */
const PREVIEW_AFTERLIFE_SECONDS = DAY_SECONDS

/**
 * KEYS version, snapshot, preview, nonces, totals, the snapshot of this version, then for each rail editions, then for
 * each rail sold of the version before, then the series. What another release has left under version, snapshot or totals keeps nothing
 * out: it is replaced, and totals that cannot be counted on stay.
 */
export const publishScript = (clock: StoreClock) =>
  script(
    `local before = redis.pcall('GET', KEYS[1])
   if type(before) == 'table' then before = false end
   ${fence(clock, 'before', 'ARGV[1]', 1_000)}
   if redis.call('EXISTS', KEYS[6]) == 1 then return 0 end
   redis.call('SET', KEYS[1], ARGV[1])
   redis.call('SET', KEYS[2], ARGV[2])
   redis.call('SET', KEYS[6], ARGV[2], 'EX', ARGV[5])
   local forget = tonumber(ARGV[6])
   local afterlife = forget > 0 and forget or ${PREVIEW_AFTERLIFE_SECONDS}
   if ARGV[3] ~= '' and redis.call('TTL', KEYS[3]) < afterlife then
     redis.call('SET', KEYS[3], ARGV[3], 'EX', ARGV[4] + afterlife)
   end
   ${KEEP_POINT}
   local at = 11
   local nonces = tonumber(ARGV[at]); at = at + 1
   if nonces > 0 then
     redis.call('SADD', KEYS[4], unpack(ARGV, at, at + nonces - 1)); at = at + nonces
     redis.call('EXPIRE', KEYS[4], ARGV[5])
   end
   local rails = { 'l402', 'x402' }
   for r = 1, 2 do
     local copies = tonumber(ARGV[at]); at = at + 1
     if copies > 0 then
       redis.call('RPUSH', KEYS[6 + r], unpack(ARGV, at, at + copies - 1)); at = at + copies
       redis.call('EXPIRE', KEYS[6 + r], ARGV[5])
       redis.pcall('HINCRBY', KEYS[5], 'printed:' .. rails[r], copies)
     end
     local sold = redis.call('GET', KEYS[8 + r])
     if sold then redis.pcall('HINCRBY', KEYS[5], 'sold:' .. rails[r], sold) end
   end
   if forget > 0 then
     for _, key in ipairs({ KEYS[1], KEYS[2], KEYS[5] }) do redis.call('EXPIRE', key, forget) end
   end
   return 1`,
    (raw) => asNumber(raw) === 1,
  )
