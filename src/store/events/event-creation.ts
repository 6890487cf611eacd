import type { RedisClient } from '../redis/client.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { wayOf } from '../../dlc/terms/lifecycle.ts'
import { activation, inLua, SPEND_LUA } from './event-lua.ts'
import { type EventFacts, type NewEvent, listsOf, noncesOf, recordOf, writeRecord } from './event-record.ts'
import { type Deliverable, writeDeliverable } from '../claims/deliverable.ts'
import { moveKeys } from '../claims/claims.ts'
import { names } from '../redis/names.ts'
import { KEEP_PLACE } from './open-offers.ts'
import { paymentKeys } from '../claims/payment-keys.ts'
import { shardsOf } from '../claims/shards.ts'
import { REDELIVERY_MS } from '../claims/redelivery.ts'
import { script, asTexts, wordOf } from '../redis/script.ts'
import type { StoreClock } from '../redis/store-clock.ts'
import { strikeMember } from './strike-key.ts'

/**
 * From an offer to a public event, or to a withdrawn one. An offer exists exactly as long as its payment may still
 * come.
 */

/**
 * How long an offer can matter, and how long the rest of a withdrawn offer is kept. Every payment that could come for
 * it has expired long before. Its id does not come back after that either: the journal file keeps it for ever, and it
 * contains random bytes or its own second. Its nonce points need not be kept: nothing was signed under them and nobody
 * saw them. They are derived from a salt of 32 random bytes, so no other event can have the same ones.
 */
const OFFER_KEPT_SECONDS = DAY_SECONDS
export const OFFER_KEPT_MS = OFFER_KEPT_SECONDS * 1000

/** A payment that is used up in the same step. The claim must be held or sent. */
export interface ClaimSpend {
  readonly payment: string
  readonly deliverable: Deliverable
  /** 0x and 64 hex digits; '' on Lightning. */
  readonly transaction: string
  readonly keepSeconds: number | 'for_ever'
  /** Whether the answer is sent with this step. */
  readonly told: boolean
}

/** Arguments of a payment to spend: payment or nothing, deliverable, transaction, seconds to keep, redelivery, told. */
export const spendArgs = (spend: ClaimSpend | null): readonly (string | number)[] =>
  spend === null
    ? ['', '', '', 0, 0, 0]
    : [
        spend.payment,
        writeDeliverable(spend.deliverable),
        spend.transaction,
        spend.keepSeconds === 'for_ever' ? 0 : spend.keepSeconds,
        REDELIVERY_MS,
        spend.told ? 1 : 0,
      ]

export type Offered =
  | { readonly kind: 'offered' }
  /** This payment has an event already: it gets that one again. */
  | { readonly kind: 'known'; readonly id: string }
  /** Ids and nonce points are used once, for ever. A taken id needs another one; a taken nonce point is an alarm. */
  | { readonly kind: 'id_taken' | 'nonce_taken' }

export type Activated =
  | { readonly kind: 'activated'; readonly watchedFrom: number }
  /** Nothing is left to do. */
  | { readonly kind: 'before' }
  | { readonly kind: 'withdrawn' | 'missing' }
  /** There is no claim on this payment that could be spent, or the event belongs to another payment. */
  | { readonly kind: 'unclaimed' | 'other_payment' }

export type Withdrawn = { readonly kind: 'withdrawn' | 'claimed' | 'activated' | 'missing' }

const { from: OFFERED, to: WITHDRAWN } = wayOf('withdraw')

/** KEYS event, paid, offers, open offers, nonce points. ARGV id, until, payment, counted until, fields of the hash. */
const OFFER = script(
  `${KEEP_PLACE}
   local known = redis.call('GET', KEYS[2])
   if known then return { 'known', known } end
   if redis.call('EXISTS', KEYS[1]) == 1 then return { 'id_taken' } end
   for at = 5, #KEYS do if redis.call('EXISTS', KEYS[at]) == 1 then return { 'nonce_taken' } end end
   for at = 5, #KEYS do redis.call('SET', KEYS[at], ARGV[1]) end
   redis.call('HSET', KEYS[1], 'state', ${inLua(OFFERED)}, unpack(ARGV, 5))
   redis.call('SET', KEYS[2], ARGV[1])
   redis.call('ZADD', KEYS[3], ARGV[2], ARGV[1])
   keepPlace(KEYS[4], ARGV[3], ARGV[4])
   return { 'offered' }`,
  asTexts,
)

/**
 * KEYS event, offers, due, journal, order, tick, strikes, move keys of the claim, lists, open offers. ARGV id, now,
 * maturity, strike member or nothing, then the result of `spendArgs`.
 */
const activationScript = (clock: StoreClock) =>
  script(
    `${SPEND_LUA}${activation(clock)}
   local e = redis.call('HMGET', KEYS[1], 'state', 'payment')
   if not e[1] then return { 'missing' } end
   if e[1] == ${inLua(WITHDRAWN)} then return { 'withdrawn' } end
   if e[1] ~= ${inLua(OFFERED)} then return { 'before' } end
   if ARGV[5] ~= '' then
     if ARGV[5] ~= e[2] then return { 'other_payment' } end
     local kind = spend(keysOf(8), ARGV[5], ARGV[6], ARGV[7], ARGV[2], ARGV[8], ARGV[9], ARGV[10], ARGV[1])
     if kind then return { 'unclaimed' } end
   end
   local lists = {}
   for at = 14, #KEYS - 1 do lists[at - 13] = KEYS[at] end
   redis.call('HDEL', KEYS[#KEYS], e[2])
   return { 'activated', activate(KEYS[1], ARGV[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7], lists,
     ARGV[2], ARGV[3], ARGV[4]) }`,
    asTexts,
  )

/**
 * KEYS event, paid, offers, claim, deliverable, sent, open offers, nonce points. ARGV id, now, holder or nothing, kind,
 * seconds to keep. The claim is released too, even when its hold has ended. A slow server must not send a settlement
 * for an event that no longer exists.
 */
const WITHDRAW = script(
  `local state = redis.call('HGET', KEYS[1], 'state')
   if not state then return 'missing' end
   if state == ${inLua(WITHDRAWN)} then return 'withdrawn' end
   if state ~= ${inLua(OFFERED)} then return 'activated' end
   local c = redis.call('HMGET', KEYS[4], 'state', 'holder', 'until')
   if c[1] then
     local ours = ARGV[3] ~= '' and c[2] == ARGV[3] and c[1] ~= 'spent'
     local lapsed = c[1] == 'held' and tonumber(c[3]) <= tonumber(ARGV[2])
     if not ours and not lapsed then return 'claimed' end
     redis.call('DEL', KEYS[4], KEYS[5])
     redis.call('ZREM', KEYS[6], redis.call('HGET', KEYS[1], 'payment'))
   end
   redis.call('HDEL', KEYS[7], redis.call('HGET', KEYS[1], 'payment'))
   redis.call('DEL', KEYS[1], KEYS[2])
   redis.call('HSET', KEYS[1], 'id', ARGV[1], 'state', ${inLua(WITHDRAWN)}, 'kind', ARGV[4])
   redis.call('EXPIRE', KEYS[1], ARGV[5])
   for at = 8, #KEYS do redis.call('EXPIRE', KEYS[at], ARGV[5]) end
   redis.call('ZREM', KEYS[3], ARGV[1])
   return 'withdrawn'`,
  (raw): Withdrawn => ({ kind: wordOf(raw, ['withdrawn', 'claimed', 'activated', 'missing']) }),
)

/** @param until Unix milliseconds: when the sweeper checks whether the payment is still being settled. */
export const offer = async (redis: RedisClient, event: NewEvent, until: number): Promise<Offered> => {
  const { record, nonces } = recordOf(event)
  const points = nonces.map(names.dlc.nonce)
  const { event: eventKey, paid, offers, openOffers } = names.dlc
  const [said, id] = await OFFER.run(
    redis,
    [eventKey(record.id), paid(record.payment), offers(), openOffers(), ...points],
    [record.id, until, record.payment, record.offeredAt + OFFER_KEPT_MS, ...writeRecord(record)],
  )
  const kind = wordOf(said, ['offered', 'known', 'id_taken', 'nonce_taken'])
  return kind === 'known' ? { kind, id: id! } : { kind }
}

/** @param clock gives the time at which an event became public */
export const activator = (redis: RedisClient, clock: StoreClock) => {
  const activating = activationScript(clock)
  return async (facts: EventFacts, now: number, spend: ClaimSpend | null): Promise<Activated> => {
    const { id, pair, watch, maturityTs } = facts
    const event = names.dlc.event(id)
    const [said, watchedFrom] = await activating.run(
      redis,
      [
        event,
        names.dlc.offers(),
        names.dlc.due(),
        names.dlc.journal(),
        names.dlc.order(),
        // An event without a strike gives its own key twice more; the script does not use it there.
        watch && pair ? names.dlc.tick(pair) : event,
        watch && pair ? names.dlc.strikes(pair, watch.direction) : event,
        // An activation that spends nothing does not use these keys.
        ...moveKeys(paymentKeys(shardsOf(redis), spend?.payment ?? facts.payment)),
        ...listsOf(facts, 'all'),
        ...listsOf(facts, 'open'),
        names.dlc.openOffers(),
      ],
      [id, now, maturityTs, watch ? strikeMember(watch.strike, id) : '', ...spendArgs(spend)],
    )
    const kind = wordOf(said, ['activated', 'before', 'withdrawn', 'missing', 'unclaimed', 'other_payment'])
    return kind === 'activated' ? { kind, watchedFrom: Number(watchedFrom) } : { kind }
  }
}

export const withdraw = async (
  redis: RedisClient,
  facts: EventFacts,
  now: number,
  holder: string | null,
): Promise<Withdrawn> => {
  const bytes = await redis.hget(names.dlc.event(facts.id), 'announcement')
  const { claim, deliverable, sent } = paymentKeys(shardsOf(redis), facts.payment)
  return WITHDRAW.run(
    redis,
    [
      names.dlc.event(facts.id),
      names.dlc.paid(facts.payment),
      names.dlc.offers(),
      claim,
      deliverable,
      sent,
      names.dlc.openOffers(),
      ...(bytes === null ? [] : noncesOf(bytes)).map(names.dlc.nonce),
    ],
    [facts.id, now, holder ?? '', facts.kind, OFFER_KEPT_SECONDS],
  )
}
