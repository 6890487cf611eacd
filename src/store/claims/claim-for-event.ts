import type { RedisClient } from '../redis/client.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, wordOf } from '../redis/script.ts'
import { FIELDS, SPENDING } from './claim-lua.ts'
import { RELEASE } from './claim-scripts.ts'
import { moveKeys } from './claims.ts'
import { type Deliverable, writeDeliverable } from './deliverable.ts'
import { paymentKeys } from './payment-keys.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { shardsOf } from './shards.ts'

/**
 * The claim of a payment for an event. Claim and event lie in different slots of a cluster, so what changes both is done in
 * two steps, each of which may be made again: the claim is spent before the event changes, and taken over before the event
 * is given up. Whoever finds a claim in one of these states knows what is left to do.
 */

/** A payment that is used up for an event. */
export interface ClaimSpend {
  readonly payment: string
  /** Who holds the claim; a claim whose settlement was sent is spent whoever holds it. */
  readonly holder: string
  readonly deliverable: Deliverable
  /** 0x and 64 hex digits; '' on Lightning. */
  readonly transaction: string
  readonly keepSeconds: number | 'for_ever'
  /** Whether the answer is sent with this step. */
  readonly told: boolean
}

/**
 * KEYS move keys. ARGV payment, holder, deliverable, transaction, now, seconds to keep or 0 for ever, redelivery, told,
 * event. A payment that made an event is remembered for ever, and its posting names the event.
 */
const SPEND_FOR = lastingScript(
  `${SPENDING}
   local k = keysOf(1)
   local c = fields(k.claim, 'state', 'holder', 'sale')
   if c[1] == 'spent' then return 'spent' end
   if c[1] ~= 'sent' and not (c[1] == 'held' and c[2] == ARGV[2]) then return 'none' end
   redis.call('HSET', k.claim, 'sale',
     (string.gsub(c[3] or '', '^([^|]*|[^|]*|[^|]*|)|', '%1' .. string.gsub(ARGV[9], '%%', '%%%%') .. '|')))
   redis.call('SET', k.deliverable, ARGV[3])
   spent(k, ARGV[1], tonumber(ARGV[5]), tonumber(ARGV[7]), tonumber(ARGV[6]), ARGV[4], ARGV[8] == '1')
   return 'now'`,
  (raw) => wordOf(raw, ['now', 'spent', 'none']),
  'claim',
)

/**
 * How long a claim stays taken over. A step that follows later than that must not rely on it: what it changes carries a
 * number of its own.
 */
const TAKEN_MS = 30_000
/** A claim that was taken over and then forgotten buys nothing, and is kept no longer than this. */
const FORGOTTEN_SECONDS = 3_600

/**
 * KEYS claim, deliverable, sent. ARGV payment, holder or nothing, now. Taken over is what the caller holds, what nobody
 * holds any more, and what is not there: nobody else can hold, send or spend it meanwhile. What was sent is taken only by
 * its holder, who knows that no money moved.
 */
const TAKE_OVER = lastingScript(
  `${FIELDS}
   if isText(KEYS[1]) then return { 'claimed' } end
   local c = fields(KEYS[1], 'state', 'holder', 'until')
   if c[1] then
     local ours = ARGV[2] ~= '' and c[2] == ARGV[2] and (c[1] == 'held' or c[1] == 'sent')
     local lapsed = c[1] == 'held' and tonumber(c[3]) <= tonumber(ARGV[3])
     if not ours and not lapsed then return { 'claimed' } end
   else
     redis.call('HSET', KEYS[1], 'request', '')
   end
   local time = redis.call('TIME')
   local holder = 'taken ' .. time[1] .. '.' .. time[2]
   -- The caller may have read its clock long ago, or have a slow one.
   local now = math.max(tonumber(ARGV[3]), time[1] * 1000)
   redis.call('HDEL', KEYS[1], 'transfer', 'sentAt', 'keep', 'hash', 'raw')
   redis.call('HSET', KEYS[1], 'state', 'held', 'holder', holder, 'until', string.format('%.0f', now + ${TAKEN_MS}))
   redis.call('EXPIRE', KEYS[1], ${FORGOTTEN_SECONDS})
   redis.call('DEL', KEYS[2])
   redis.call('ZREM', KEYS[3], ARGV[1])
   return { 'taken', holder }`,
  asTexts,
  'claim',
)

const keysOf = (redis: RedisClient, payment: string) => paymentKeys(shardsOf(redis), payment)

/** `now`: spent by this call. `spent`: it was spent before. `none`: nothing that this caller may spend. */
export const spendFor = (
  redis: RedisClient,
  { payment, holder, deliverable, transaction, keepSeconds, told }: ClaimSpend,
  event: string,
  now: number,
): Promise<'now' | 'spent' | 'none'> =>
  SPEND_FOR.run(redis, moveKeys(keysOf(redis, payment)), [
    payment,
    holder,
    writeDeliverable(deliverable),
    transaction,
    now,
    keepSeconds === 'for_ever' ? 0 : keepSeconds,
    REDELIVERY_MS,
    told ? 1 : 0,
    event,
  ])

/** The new holder's name, with which the claim is given up; `null` while the payment may still be spent. */
export const takeOver = async (
  redis: RedisClient,
  payment: string,
  holder: string | null,
  now: number,
): Promise<string | null> => {
  const { claim, deliverable, sent } = keysOf(redis, payment)
  const [said, taken] = await TAKE_OVER.run(redis, [claim, deliverable, sent], [payment, holder ?? '', now])
  return wordOf(said, ['taken', 'claimed']) === 'taken' ? taken! : null
}

/** Gives up a claim that was taken over: its payment is unused again. */
export const giveUp = (redis: RedisClient, payment: string, holder: string, now: number): Promise<boolean> =>
  RELEASE.run(redis, moveKeys(keysOf(redis, payment)), [holder, payment, now])
