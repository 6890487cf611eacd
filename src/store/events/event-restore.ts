import type { RedisClient } from '../redis/client.ts'
import { PROGRESS, wayOf } from '../../dlc/terms/lifecycle.ts'
import { inLua } from './event-lua.ts'
import { type StoredEvent, listsOf, recordOf, writeRecord, writeEvidenceSeal } from './event-record.ts'
import { names } from '../redis/names.ts'
import { script, wordOf } from '../redis/script.ts'
import { strikeMember } from './strike-key.ts'

/**
 * Restores an event that Redis lost and the journal file kept. It never moves an event backwards, and never changes a
 * contradicting record.
 */

export type Restored = {
  /** `kept`: Redis has at least as much. `conflict`: Redis contradicts the file; an alarm, nothing was changed. */
  readonly kind: 'restored' | 'kept' | 'conflict'
}

const { from: DECIDED, to: ATTESTED } = wayOf('attest')
const RANKS = Object.entries(PROGRESS)
  .map(([state, rank]) => `${state} = ${rank}`)
  .join(', ')

/**
 * KEYS event, paid, offers, due, decided, cancelling, order, outbox, strikes, nonce points (ARGV[4] says how many),
 * lists: all, open, done in equal numbers, open offers. ARGV id, state, announcement, number of nonces, lists of each
 * kind, order, maturity, decided at or nothing, strike member or nothing, outcome or nothing, reason, evidence hash and
 * conclusions or nothing, fields. The evidence of a decision is restored even where Redis has the decision.
 */
const RESTORE = script(
  `local rank = { ${RANKS} }
   local id, state = ARGV[1], ARGV[2]
   local e = redis.call('HMGET', KEYS[1], 'state', 'announcement', 'outcome')
   if e[1] then
     -- Only the id of a withdrawn event is kept. A Redis that was rolled back had withdrawn it without its payment.
     if e[2] and e[2] ~= ARGV[3] then return 'conflict' end
     if e[3] and ARGV[10] ~= '' and e[3] ~= ARGV[10] then return 'conflict' end
     if not rank[e[1]] then return 'conflict' end
     if rank[e[1]] >= rank[state] then
       if e[3] and ARGV[12] ~= '' then
         redis.call('HSETNX', KEYS[1], 'evidenceHash', ARGV[12])
         redis.call('HSETNX', KEYS[1], 'conclusions', ARGV[13])
       end
       return 'kept'
     end
   end
   local nonces, lists = tonumber(ARGV[4]), tonumber(ARGV[5])
   for at = 10, 9 + nonces do
     local owner = redis.call('GET', KEYS[at])
     if owner and owner ~= id then return 'conflict' end
   end
   for at = 10, 9 + nonces do redis.call('SET', KEYS[at], id) end
   redis.call('SET', KEYS[2], id)
   redis.call('PERSIST', KEYS[1])
   redis.call('HDEL', KEYS[1], 'cancelPayment', 'cancelUntil', 'queued')
   redis.call('HSET', KEYS[1], 'state', state, unpack(ARGV, 14))
   if ARGV[12] ~= '' then redis.call('HSET', KEYS[1], 'evidenceHash', ARGV[12], 'conclusions', ARGV[13]) end
   redis.call('HDEL', KEYS[#KEYS], redis.call('HGET', KEYS[1], 'payment'))
   redis.call('ZREM', KEYS[3], id)
   redis.call('ZREM', KEYS[6], id)
   if tonumber(redis.call('GET', KEYS[7]) or '0') < tonumber(ARGV[6]) then redis.call('SET', KEYS[7], ARGV[6]) end
   local first = 10 + nonces
   for at = first, first + lists - 1 do
     redis.call('ZADD', KEYS[at], ARGV[6], id)
     local isDone = state == ${inLua(ATTESTED)}
     redis.call('ZREM', KEYS[at + (isDone and lists or 2 * lists)], id)
     redis.call('ZADD', KEYS[at + (isDone and 2 * lists or lists)], ARGV[6], id)
   end
   redis.call('ZREM', KEYS[5], id)
   if state == ${inLua(DECIDED)} then redis.call('ZADD', KEYS[5], ARGV[8], id) end
   if state == ${inLua(ATTESTED)} then
     redis.call('ZREM', KEYS[4], id)
     -- Receivers may get this report twice: they detect duplicates by the id of the event.
     redis.call('XADD', KEYS[8], '*', 'what', 'attested', 'id', id, 'reason', ARGV[11])
   else
     redis.call('ZADD', KEYS[4], ARGV[7], id)
   end
   if ARGV[9] ~= '' then
     if state == ${inLua(wayOf('activate').to)} then redis.call('ZADD', KEYS[9], 0, ARGV[9]) else redis.call('ZREM', KEYS[9], ARGV[9]) end
   end
   return 'restored'`,
  (raw): Restored => ({ kind: wordOf(raw, ['restored', 'kept', 'conflict']) }),
)

const fieldsOf = (event: StoredEvent): readonly (string | number)[] => {
  const { decision, attestation } = event
  return [
    ...writeRecord(event),
    'order',
    event.order,
    'activatedAt',
    event.activatedAt,
    'watchedFrom',
    event.watchedFrom,
    'journaled',
    '1',
    ...(decision
      ? ['outcome', JSON.stringify(decision.outcome), 'reason', decision.reason, 'decidedAt', decision.decidedAt]
      : []),
    ...(decision ? ['evidence', JSON.stringify(decision.evidence)] : []),
    ...(attestation ? ['serialized', attestation.serialized, 'counted', attestation.counted] : []),
    ...(attestation ? ['attestedAt', attestation.attestedAt] : []),
  ]
}

/** @param event as the journal file knows it: `announced`, `decided` or `attested`. */
export const restoreEvent = (redis: RedisClient, event: StoredEvent): Promise<Restored> => {
  const { id, pair, watch, decision } = event
  const { nonces } = recordOf(event)
  const own = names.dlc.event(id)
  const all = listsOf(event, 'all')
  return RESTORE.run(
    redis,
    [
      own,
      names.dlc.paid(event.payment),
      names.dlc.offers(),
      names.dlc.due(),
      names.dlc.decided(),
      names.dlc.cancelling(),
      names.dlc.order(),
      names.dlc.outbox(),
      watch && pair ? names.dlc.strikes(pair, watch.direction) : own,
      ...nonces.map(names.dlc.nonce),
      ...all,
      ...listsOf(event, 'open'),
      ...listsOf(event, 'done'),
      names.dlc.openOffers(),
    ],
    [
      id,
      event.state,
      event.announcement,
      nonces.length,
      all.length,
      event.order,
      event.maturityTs,
      decision?.decidedAt ?? '',
      watch ? strikeMember(watch.strike, id) : '',
      decision ? JSON.stringify(decision.outcome) : '',
      decision?.reason ?? '',
      ...writeEvidenceSeal(decision?.seal),
      ...fieldsOf(event),
    ],
  )
}
