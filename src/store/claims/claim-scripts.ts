import { FIELDS, KEYS_OF, POST, READING, SPENDING } from './claim-lua.ts'
import { NEED_UNTIL } from './long-body.ts'
import { FOR_EVER } from './redelivery.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, script, wordOf } from '../redis/script.ts'

/**
 * The only scripts that change a claim, apart from sales in one step (`sales.ts`). `claims.ts` says what each change
 * means.
 */

const isOne = (raw: unknown): boolean => raw === 1

/**
 * Reads the claim, and whether it is for this request. KEYS move keys; ARGV request, now. A sale in one step is a string,
 * not a hash.
 *
 * @param resume Lua that runs before a claim is returned whose settlement no process is waiting for
 */
const found = (resume = ''): string => `${READING}
  local k = keysOf(1)
  if isText(k.claim) then return { 'sold', redis.call('GET', k.claim) } end
  local c = fields(k.claim, 'state', 'request', 'until', 'net', 'at', 'bare', 'told', 'tx')
  if c[1] or c[2] or c[3] then
    -- Of what was taken over without a claim before, no request is known.
    local isAnybodys = c[1] == 'held' and c[2] == ''
    if c[2] ~= ARGV[1] and not isAnybodys then return { 'other_request' } end
    -- Only what was held and never sent may be taken again.
    if c[1] ~= 'held' and c[1] ~= 'sent' and c[1] ~= 'spent' then return { 'no_state' } end
    if c[1] == 'spent' then
      return { 'spent', c[5], c[3], c[6] or '', c[7] or '', c[4] or '', unpacked(c[8]),
        redis.call('GET', k.deliverable) or '' }
    end
    if tonumber(c[3]) > tonumber(ARGV[2]) then return { 'busy' } end
    if c[1] == 'sent' then
      ${resume}
      return { 'sent', redis.call('GET', k.deliverable) or '', c[4] or '', redis.call('HGET', k.claim, 'transfer') or '' }
    end
  end`

export const PEEK = lastingScript(`${found()}\n return { 'free' }`, asTexts, 'claim')

/** ARGV continues: holder, until, keep, network, sale. */
export const HOLD = lastingScript(
  `${found("redis.call('HSET', k.claim, 'holder', ARGV[3], 'until', ARGV[4])")}
   if c[1] then redis.call('DEL', k.claim) end
   redis.call('HSET', k.claim, 'state', 'held', 'request', ARGV[1], 'holder', ARGV[3], 'until', ARGV[4],
     'sale', ARGV[7])
   if ARGV[6] ~= '' then redis.call('HSET', k.claim, 'net', ARGV[6]) end
   redis.call('EXPIRE', k.claim, ARGV[5])
   return { 'held' }`,
  asTexts,
  'claim',
)

/**
 * KEYS move keys. ARGV holder, deliverable, transfer, now, payment, until, keep, sale or '', key of a long text or '', the
 * text or ''. From here on money may have moved: the claim has no lifetime until it is resolved. `no_text`: nothing was
 * done, because the text of the deliverable is not there.
 */
export const SEND = lastingScript(
  `${KEYS_OF}${FIELDS}${NEED_UNTIL}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 'lost' end
   if ARGV[10] ~= '' then redis.call('SET', ARGV[9], ARGV[10])
   elseif ARGV[9] ~= '' and redis.call('EXISTS', ARGV[9]) == 0 then return 'no_text' end
   redis.call('HSET', k.claim, 'state', 'sent', 'transfer', ARGV[3], 'sentAt', ARGV[4], 'until', ARGV[6],
     'keep', ARGV[7])
   if ARGV[8] ~= '' then redis.call('HSET', k.claim, 'sale', ARGV[8]) end
   redis.call('PERSIST', k.claim)
   redis.call('SET', k.deliverable, ARGV[2])
   needUntil(k.claim, k.deliverable, tonumber(ARGV[4]), ${FOR_EVER})
   redis.call('ZADD', k.sent, ARGV[4], ARGV[5])
   return 'sent'`,
  (raw) => wordOf(raw, ['sent', 'lost', 'no_text']),
  'claim',
)

/** KEYS claim. ARGV holder, and what stands in the place of a network. */
export const BY_PROOF_ALONE = script(
  `${FIELDS}
   local c = fields(KEYS[1], 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'net', ARGV[2])
   return 1`,
  isOne,
  'claim',
)

/** KEYS claim. ARGV holder. */
export const YIELD = script(
  `${FIELDS}
   local c = fields(KEYS[1], 'state', 'holder')
   if c[1] ~= 'sent' or c[2] ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'until', 0)
   return 1`,
  isOne,
  'claim',
)

/**
 * KEYS move keys. ARGV holder, deliverable, now, keep or 0, redelivery, payment. The money came first: no settlement is
 * sent.
 */
export const USE_UP = lastingScript(
  `${SPENDING}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'holder')
   if c[1] ~= 'held' or c[2] ~= ARGV[1] then return 0 end
   redis.call('SET', k.deliverable, ARGV[2])
   spent(k, ARGV[6], tonumber(ARGV[3]), tonumber(ARGV[5]), tonumber(ARGV[4]), '', true)
   return 1`,
  isOne,
  'claim',
)

/**
 * KEYS move keys. ARGV transaction, now, keep or '' for the value it was sent with, payment, redelivery, whether the
 * answer is sent with this step. The deliverable was stored when the settlement was sent.
 */
export const SPEND = lastingScript(
  `${SPENDING}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'keep')
   if c[1] ~= 'sent' then return 0 end
   local keep = ARGV[3] ~= '' and ARGV[3] or c[2] or '0'
   spent(k, ARGV[4], tonumber(ARGV[2]), tonumber(ARGV[5]), tonumber(keep), ARGV[1], ARGV[6] == '1')
   return 1`,
  isOne,
  'claim',
)

/**
 * KEYS move keys. ARGV now, redelivery, payment, who asks: `maker` of the hold, `shown` (a receipt or a proof), or
 * `network` alone. The first answer of each kind starts its time window; a claim that is answered for ever has no
 * window that could be shortened. An answer for the network alone does not shorten the time of those who can show a
 * receipt or a proof. True for the first answer of all.
 */
export const DELIVERED = script(
  `${READING}${POST}${NEED_UNTIL}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'until', 'bare', 'told', 'tx')
   if c[1] ~= 'spent' then return 0 end
   local last, ends = tonumber(ARGV[1]) + tonumber(ARGV[2]), tonumber(c[2])
   local forever = ends == ${FOR_EVER}
   if not c[3] and not c[4] then
     redis.call('HSET', k.claim, 'bare', string.format('%d', math.min(last, ends)))
   end
   if ARGV[4] ~= 'network' and not c[4] then
     redis.call('HSET', k.claim, 'told', 1)
     if not forever and ends > last then
       redis.call('HSET', k.claim, 'until', string.format('%d', last))
       redis.call('PEXPIRE', k.deliverable, tonumber(ARGV[2]) + 60000)
       needUntil(k.claim, k.deliverable, tonumber(ARGV[1]), last)
     end
   end
   if redis.call('ZREM', k.owed, ARGV[3]) == 0 then return 0 end
   local sale = redis.call('HGET', k.owing, ARGV[3])
   redis.call('HDEL', k.owing, ARGV[3])
   post(k, ARGV[4] == 'maker' and 'delivered' or 'delivered_late', ARGV[1], unpacked(c[5]), sale or '')
   return 1`,
  isOne,
  'claim',
)

/** KEYS claim, deliverable. ARGV deliverable. */
export const KEEP_PROMISE = script(
  `${FIELDS}
   if fields(KEYS[1], 'state')[1] ~= 'spent' then return 0 end
   redis.call('SET', KEYS[2], ARGV[1], 'XX', 'KEEPTTL')
   return 1`,
  isOne,
  'claim',
)

/** KEYS move keys. ARGV holder, payment, now. */
export const RELEASE = script(
  `${KEYS_OF}${FIELDS}${NEED_UNTIL}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'holder')
   if not c[1] or c[1] == 'spent' or c[2] ~= ARGV[1] then return 0 end
   needUntil(k.claim, k.deliverable, tonumber(ARGV[3]), nil)
   redis.call('DEL', k.claim, k.deliverable)
   redis.call('ZREM', k.sent, ARGV[2])
   return 1`,
  isOne,
  'claim',
)

/** KEYS move keys. */
export const READ_RECEIPT = lastingScript(
  `${READING}
   local k = keysOf(1)
   if isText(k.claim) then return { 'sold', redis.call('GET', k.claim) } end
   local c = fields(k.claim, 'state', 'at', 'until', 'bare', 'told', 'net', 'tx', 'hash', 'request')
   if not c[1] then return { 'none' } end
   return { c[1], c[2] or '', c[3], c[4] or '', c[5] or '', c[6] or '', unpacked(c[7]),
     redis.call('GET', k.deliverable) or '', c[8] or '', c[9] or '' }`,
  asTexts,
  'claim',
)
