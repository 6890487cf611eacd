import { NEED_UNTIL } from './long-body.ts'
import { FOR_EVER, UNANSWERED_MS } from './redelivery.ts'

/**
 * Lua functions that several scripts on claims share. Each is a local function that is put in front of a script. `k`
 * holds the keys of one payment, in the order of `moveKeys`.
 */

/** Appends a posting to the ledger, in the same step as the change that it records. */
export const POST = `
  local function post(k, what, now, tx, sale)
    redis.call('XADD', k.ledger, '*', 's', what .. '|' .. now .. '|' .. tx .. '|' .. sale)
  end`

/** Takes the keys of one payment out of KEYS, beginning at a given index. */
export const KEYS_OF = `
  local function keysOf(at)
    return { claim = KEYS[at], deliverable = KEYS[at + 1], sent = KEYS[at + 2], ledger = KEYS[at + 3], owed = KEYS[at + 4],
      owing = KEYS[at + 5] }
  end`

/**
 * Reads fields of a claim. A sale in one step is a string, not a hash, and has no fields: only its own scripts change
 * it (`sales.ts`).
 */
export const FIELDS = `
  local function isText(claim) return redis.call('TYPE', claim).ok == 'string' end
  local function fields(claim, ...)
    return isText(claim) and {} or redis.call('HMGET', claim, ...)
  end`

/** A claim keeps the hash of a transaction as 32 bytes, not as hex. */
const PACKED = `
  local function packed(hex)
    return (string.gsub(string.sub(hex, 3), '..', function(two) return string.char(tonumber(two, 16)) end))
  end
  local function unpacked(bytes)
    if not bytes or bytes == '' then return '' end
    return '0x' .. string.gsub(bytes, '.', function(one) return string.format('%02x', string.byte(one)) end)
  end`

/**
 * Marks a claim as spent: money has moved. `told`: the answer is sent with this step; otherwise the buyer still has to
 * be answered. A claim that is kept for ever (`keep` 0) keeps its deliverable for ever too. The fields that only the
 * settlement needed are deleted.
 */
const SPENT = `
  local function spent(k, payment, now, window, keep, tx, told)
    local c = redis.call('HMGET', k.claim, 'request', 'net', 'sale')
    local sale = c[3] or ''
    local forever = keep == 0
    local ends = (forever and ${FOR_EVER}) or (now + (told and window or ${UNANSWERED_MS}))
    -- The hash is deleted and written again: after a long text, it would keep the larger encoding.
    redis.call('DEL', k.claim)
    redis.call('HSET', k.claim, 'state', 'spent', 'request', c[1], 'at', string.format('%d', now),
      'until', string.format('%d', ends))
    if c[2] then redis.call('HSET', k.claim, 'net', c[2]) end
    if tx ~= '' then redis.call('HSET', k.claim, 'tx', packed(tx)) end
    if told then redis.call('HSET', k.claim, 'told', 1) end
    -- Handed out for ever with a receipt or a proof; to the buyer's network alone for the usual time.
    if told and forever then redis.call('HSET', k.claim, 'bare', string.format('%d', now + window)) end
    needUntil(k.claim, k.deliverable, now, ends)
    if forever then
      redis.call('PERSIST', k.deliverable)
    else
      redis.call('EXPIRE', k.claim, told and keep or math.max(keep, ${(2 * UNANSWERED_MS) / 1000}))
      redis.call('PEXPIRE', k.deliverable, ends - now + 60000)
    end
    redis.call('ZREM', k.sent, payment)
    if told then post(k, 'sold', string.format('%d', now), tx, sale)
    else
      redis.call('ZADD', k.owed, now + ${UNANSWERED_MS}, payment)
      redis.call('HSET', k.owing, payment, sale)
      post(k, 'settled', string.format('%d', now), tx, sale)
    end
  end`

/** Everything that a script needs to spend a claim. */
export const SPENDING = `${POST}${KEYS_OF}${FIELDS}${PACKED}${NEED_UNTIL}${SPENT}`

/** Everything that a script needs to report on a claim. */
export const READING = `${PACKED}${KEYS_OF}${FIELDS}`
