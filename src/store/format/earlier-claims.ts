import type { RedisClient } from '../redis/client.ts'
import { script, wordOf } from '../redis/script.ts'
import { ownKeys } from './own-keys.ts'
import type { Move } from './move.ts'

/**
 * Claims in their form before the first format had shards: one hash under the full name of the payment, with the
 * deliverable in it. Servers of the first format brought each to the form of today when they met it. What they did not
 * meet is brought there now, and the marks by which they kept yet older servers away are deleted.
 */

const CLAIM = 'claros:claim:'
const SENT_LIST = 'claros:claims:sent'
const SINCE = 'claros:claims:since'
const SHARD = 'claros:{p0}'

const NAME_BYTES = 20
/** How long an answer that was fetched is handed out again, and how much longer its text is kept. */
const REDELIVERY_MS = 120_000
const SPARE_MS = 60_000

const newKeys = (payment: string): readonly string[] => {
  const digest = Buffer.alloc(32)
  Bun.SHA256.hash(payment, digest)
  const short = digest.toString('base64url', 0, NAME_BYTES)
  return [`${SHARD}:c:${short}`, `${SHARD}:g:${short}`, `${SHARD}:sent`]
}

/**
 * KEYS earlier claim, its list, claim, deliverable, list. ARGV payment. A claim that cannot be read takes the place of the
 * new one as it is: no server can read it there either, and none sells for its payment.
 */
const LIFT = script(
  `local time = redis.call('TIME')
   local now = time[1] * 1000 + math.floor(time[2] / 1000)
   local function forget()
     redis.call('ZREM', KEYS[2], ARGV[1])
     redis.call('DEL', KEYS[1])
   end
   local function packed(hex)
     return (string.gsub(string.sub(hex, 3), '..', function(two) return string.char(tonumber(two, 16)) end))
   end
   local function needed(...)
     for at = 1, select('#', ...) do if not select(at, ...) then error('a field is missing') end end
   end
   local function read()
     local e = redis.call('HMGET', KEYS[1], 'state', 'request', 'until', 'goods', 'spentAt', 'settlement', 'holder',
       'transfer', 'sentAt', 'keep', 'hash', 'raw')
     local c = { state = e[1], ttl = redis.call('TTL', KEYS[1]), isMark = e[7] == 'next release' }
     if c.isMark then return c end
     needed(e[1], e[2], tonumber(e[3]))
     c.fields = { 'state', e[1], 'request', string.sub(e[2], 1, 32), 'until', e[3] }
     local function add(...)
       needed(...)
       for _, each in ipairs({ ... }) do table.insert(c.fields, each) end
     end
     if e[1] == 'spent' then
       needed(tonumber(e[5]))
       add('at', string.format('%.0f', tonumber(e[5])))
       if c.ttl < 0 or e[3] - e[5] <= ${REDELIVERY_MS} then add('told', '1') end
       local tx = e[6] and e[6] ~= '' and cjson.decode(e[6]).transaction or ''
       if tx ~= '' then add('tx', packed(tx)) end
       c.goods = e[4]
       if c.ttl >= 0 then c.life = e[3] - now + ${SPARE_MS} end
       if c.life and c.life <= ${SPARE_MS} then c.goods = nil end
     elseif e[1] == 'sent' then
       needed(e[4], tonumber(e[9]), e[8])
       local amount = string.match(e[8], '"value":"(%d+)"') or '0'
       add('holder', e[7], 'transfer', e[8], 'sentAt', e[9], 'keep', e[10],
         'sale', ARGV[1] .. '|' .. amount .. '|earlier||')
       if e[11] then add('hash', e[11], 'raw', e[12]) end
       c.goods, c.due = e[4], redis.call('ZSCORE', KEYS[2], ARGV[1]) or e[9]
     elseif e[1] == 'held' then
       add('holder', e[7])
     else
       error('of no state')
     end
     return c
   end
   if redis.call('EXISTS', KEYS[1]) == 0 or redis.call('EXISTS', KEYS[3]) == 1 then forget() return 'known' end
   local isRead, c = pcall(read)
   if not isRead then
     redis.call('RENAME', KEYS[1], KEYS[3])
     forget()
     return 'unreadable'
   end
   if not c.isMark then
     redis.call('HSET', KEYS[3], unpack(c.fields))
     if c.goods and c.life then redis.call('SET', KEYS[4], c.goods, 'PX', string.format('%.0f', c.life))
     elseif c.goods then redis.call('SET', KEYS[4], c.goods) end
     if c.due then redis.call('ZADD', KEYS[5], c.due, ARGV[1])
     elseif c.ttl >= 0 then redis.call('EXPIRE', KEYS[3], c.ttl) end
   end
   forget()
   return c.isMark and 'mark' or 'lifted'`,
  (raw) => wordOf(raw, ['known', 'unreadable', 'mark', 'lifted']),
)

/** Brings every claim of that form to the form of the first format, and forgets the marks. */
export const liftEarlierClaims = async (redis: RedisClient, move: Move): Promise<void> => {
  let done = 0
  for await (const page of ownKeys(redis)) {
    await move.keep(done)
    const payments = page.filter((key) => key.startsWith(CLAIM)).map((key) => key.slice(CLAIM.length))
    await Promise.all(
      payments.map((payment) => LIFT.run(redis, [CLAIM + payment, SENT_LIST, ...newKeys(payment)], [payment])),
    )
    done += payments.length
  }
  await redis.del(SENT_LIST, SINCE)
}
