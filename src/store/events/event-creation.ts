import type { RedisClient } from '../redis/client.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { wayOf } from '../../dlc/terms/lifecycle.ts'
import { activation, inLua } from './event-lua.ts'
import { type EventFacts, type NewEvent, listsOf, noncesOf, recordOf, writeRecord } from './event-record.ts'
import { type ClaimSpend, giveUp, spendFor, takeOver } from '../claims/claim-for-event.ts'
import { names } from '../redis/names.ts'
import { KEEP_PLACE } from './open-offers.ts'
import { lastingScript } from '../redis/lasting.ts'
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

export type Offered =
  | { readonly kind: 'offered' }
  /** This payment has an event already, and gets that one again once it has asked: see `askAgain`. */
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
  /** The payment was spent before, for this or for something else: nothing was changed. */
  | { readonly kind: 'spent' }

export type Withdrawn = { readonly kind: 'withdrawn' | 'claimed' | 'activated' | 'missing' }

const { from: OFFERED, to: WITHDRAWN } = wayOf('withdraw')

/** KEYS event, paid, offers, open offers, nonce points. ARGV id, until, payment, counted until, fields of the hash. */
const OFFER = lastingScript(
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
 * KEYS event, offers, due, journal, order, tick, strikes, open offers, lists. ARGV id, now, maturity, strike member or
 * nothing. Its payment is spent already, or it has none.
 */
const activationScript = (clock: StoreClock) =>
  lastingScript(
    `${activation(clock)}
   local e = redis.call('HMGET', KEYS[1], 'state', 'payment', 'watchedFrom')
   if not e[1] then return { 'missing' } end
   if e[1] == ${inLua(WITHDRAWN)} then return { 'withdrawn' } end
   if e[1] ~= ${inLua(OFFERED)} then return { 'before', e[3] or '' } end
   redis.call('HDEL', KEYS[8], e[2])
   return { 'activated', activate(KEYS[1], ARGV[1], KEYS[2], KEYS[3], KEYS[4], KEYS[5], KEYS[6], KEYS[7],
     { unpack(KEYS, 9) }, ARGV[2], ARGV[3], ARGV[4]) }`,
    asTexts,
  )

/**
 * KEYS event, paid, offers, open offers, nonce points. ARGV id, kind, seconds to keep, tries. An event that its payment has
 * asked for again meanwhile stays.
 */
const WITHDRAW = script(
  `local e = redis.call('HMGET', KEYS[1], 'state', 'payment', 'tries')
   if not e[1] then return 'missing' end
   if e[1] == ${inLua(WITHDRAWN)} then return 'withdrawn' end
   if e[1] ~= ${inLua(OFFERED)} then return 'activated' end
   if (e[3] or '') ~= ARGV[4] then return 'claimed' end
   redis.call('HDEL', KEYS[4], e[2])
   redis.call('DEL', KEYS[1], KEYS[2])
   redis.call('HSET', KEYS[1], 'id', ARGV[1], 'state', ${inLua(WITHDRAWN)}, 'kind', ARGV[2])
   redis.call('EXPIRE', KEYS[1], ARGV[3])
   for at = 5, #KEYS do redis.call('EXPIRE', KEYS[at], ARGV[3]) end
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

/** Why this payment must not be spent for the event; `null`: it may be. */
const notActivated = async (redis: RedisClient, { id }: EventFacts, spend: ClaimSpend): Promise<Activated | null> => {
  const [state, payment] = await redis.hmget(names.dlc.event(id), 'state', 'payment')
  if (!state) return { kind: 'missing' }
  if (state === WITHDRAWN) return { kind: 'withdrawn' }
  if (state !== OFFERED) return { kind: 'before' }
  return payment === spend.payment ? null : { kind: 'other_payment' }
}

/**
 * Spends the payment, then makes the event public. Between the two an offered event has a spent claim: the sweeper of
 * offers, and whoever shows the payment, goes on from there. Nobody withdraws it: that needs the claim first.
 *
 * @param clock gives the time at which an event became public
 */
export const activator = (redis: RedisClient, clock: StoreClock) => {
  const activating = activationScript(clock)
  return async (facts: EventFacts, now: number, spend: ClaimSpend | null): Promise<Activated> => {
    const { id, pair, watch, maturityTs } = facts
    if (spend !== null) {
      const refused = await notActivated(redis, facts, spend)
      if (refused !== null) return refused
      const spent = await spendFor(redis, spend, id, now)
      if (spent !== 'now') return { kind: spent === 'spent' ? spent : 'unclaimed' }
    }
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
        names.dlc.openOffers(),
        ...listsOf(facts, 'all'),
        ...listsOf(facts, 'open'),
      ],
      [id, now, maturityTs, watch ? strikeMember(watch.strike, id) : ''],
    )
    const kind = wordOf(said, ['activated', 'before', 'withdrawn', 'missing'])
    // Who found the spent claim first has made it public for this payment.
    const isOurs = kind === 'activated' || (kind === 'before' && spend !== null)
    return isOurs ? { kind: 'activated', watchedFrom: Number(watchedFrom) } : { kind }
  }
}

/**
 * Takes over the claim, withdraws the event, and gives the claim up: a slow server can send no settlement for an event that
 * no longer exists. If this ends between, the claim lapses and the sweeper begins anew. If it goes on only after the claim
 * has lapsed, the payment may have asked for the event again: then the number of its tries is another one.
 */
export const withdraw = async (
  redis: RedisClient,
  facts: EventFacts,
  now: number,
  holder: string | null,
): Promise<Withdrawn> => {
  const event = names.dlc.event(facts.id)
  const [state, tries] = await redis.hmget(event, 'state', 'tries')
  const bytes = await redis.hget(event, 'announcement')
  if (!state) return { kind: 'missing' }
  if (state === WITHDRAWN) return { kind: 'withdrawn' }
  if (state !== OFFERED) return { kind: 'activated' }
  const taken = await takeOver(redis, facts.payment, holder, now)
  if (taken === null) return { kind: 'claimed' }
  const found = await WITHDRAW.run(
    redis,
    [
      event,
      names.dlc.paid(facts.payment),
      names.dlc.offers(),
      names.dlc.openOffers(),
      ...(bytes === null ? [] : noncesOf(bytes)).map(names.dlc.nonce),
    ],
    [facts.id, facts.kind, OFFER_KEPT_SECONDS, tries ?? ''],
  )
  // An event that was asked for again keeps its claim from being free.
  if (found.kind !== 'claimed') await giveUp(redis, facts.payment, taken, now)
  return found
}

/** KEYS event. */
const ASK_AGAIN = lastingScript(
  `local state = redis.call('HGET', KEYS[1], 'state')
   if state == ${inLua(OFFERED)} then redis.call('HINCRBY', KEYS[1], 'tries', 1) end
   return state or ''`,
  String,
)

/**
 * The payment asks for its event again, which it gets: a withdrawal that is under way leaves it alone from here on. False
 * when it was withdrawn.
 */
export const askAgain = async (redis: RedisClient, id: string): Promise<boolean> =>
  !['', WITHDRAWN].includes(await ASK_AGAIN.run(redis, [names.dlc.event(id)], []))
