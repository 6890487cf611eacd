import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import { wayOf } from '../../dlc/terms/lifecycle.ts'
import { BREACHED, SAFE } from '../../dlc/terms/threshold.ts'
import { type ClaimSpend, giveUp, spendFor, takeOver } from '../claims/claim-for-event.ts'
import { type Decided, standsOf } from './event-decision.ts'
import { FIX, inLua, STORED } from './event-lua.ts'
import type { EventFacts } from './event-record.ts'
import { names } from '../redis/names.ts'
import { STATE_OF_EVENT } from './event-schemas.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, wordOf } from '../redis/script.ts'
import { strikeMember } from './strike-key.ts'

/**
 * A cancellation is paid for. While its payment is not settled, nothing is decided for the contract: the first tick
 * that would have breached it waits in the event.
 *
 *     announced -> cancelling -> decided `breached`     a tick waits before any money moves, see `cancellation-breach.ts`
 *                             -> decided `safe`         the payment was spent
 *                             -> announced              the payment was released and no tick waits
 *                             -> decided `breached`     the payment was released and a tick waits
 */

export type HeldCancellation =
  /** The number of this hold among all that the contract had. */
  | { readonly kind: 'held'; readonly turn: number }
  /** Another payment is cancelling it now. */
  | { readonly kind: 'busy' }
  /** It is decided already: do not charge. */
  | Extract<Decided, { readonly kind: 'before' }>
  /** Ticks from before this cancellation are not applied yet: apply them first, then try again. */
  | { readonly kind: 'behind' }
  | Extract<Decided, { readonly kind: 'not_now' | 'missing' }>

export type ReleasedCancellation =
  | { readonly kind: 'released' }
  /** A tick came meanwhile; the contract is decided by it. */
  | Extract<Decided, { readonly kind: 'decided' }>
  /** This payment does not hold the cancellation: nothing was changed. */
  | { readonly kind: 'not_held' | 'missing' }
  /** The payment is still being settled, or has come. */
  | { readonly kind: 'claimed' }

export type Cancelled =
  | Extract<Decided, { readonly kind: 'decided' | 'before' }>
  | { readonly kind: 'not_held' | 'missing' }
  /** There is no claim on this payment that could be spent. */
  | { readonly kind: 'unclaimed' }

const HOLDING = wayOf('hold_cancellation')
const [KIND] = HOLDING.kinds

/** KEYS event, cancelling, tick. ARGV id, payment, until, request. Each time is counted: see `releaseCancellation`. */
const HOLD = lastingScript(
  `${STORED}
   local e = redis.call('HMGET', KEYS[1], 'state', 'kind', 'outcome', 'cancelPayment')
   if not e[1] then return { 'missing' } end
   if e[3] then return stored('before', KEYS[1]) end
   if e[1] == ${inLua(HOLDING.to)} and e[4] ~= ARGV[2] then return { 'busy' } end
   if e[2] ~= '${KIND}' or (e[1] ~= ${inLua(HOLDING.from)} and e[1] ~= ${inLua(HOLDING.to)}) then return { 'not_now', e[1] } end
   if e[1] == ${inLua(HOLDING.from)} then
     local t = redis.call('HMGET', KEYS[3], 'applied', 'appended')
     if (t[1] or '0') ~= (t[2] or '0') then return { 'behind' } end
   end
   redis.call('HSET', KEYS[1], 'state', ${inLua(HOLDING.to)}, 'cancelPayment', ARGV[2], 'cancelUntil', ARGV[3],
     'cancelRequest', ARGV[4])
   redis.call('ZADD', KEYS[2], ARGV[3], ARGV[1])
   return { 'held', redis.call('HINCRBY', KEYS[1], 'cancelTries', 1) }`,
  asTexts,
)

/** Reads a contract and whether this payment holds its cancellation. KEYS event; ARGV id, payment. */
export const NOT_HELD = `
   local e = redis.call('HMGET', KEYS[1], 'state', 'cancelPayment', 'queued', 'outcome')
   local held = e[1] == ${inLua(HOLDING.to)} and e[2] == ARGV[2]`

/**
 * KEYS event, cancelling, decided, journal, strikes. ARGV id, payment, now, strike member, outcome of a breach, tries. A
 * cancellation that its payment has begun again meanwhile stays.
 */
const RELEASE = lastingScript(
  `${FIX}${STORED}${NOT_HELD}
   if not held then return { 'not_held' } end
   if (redis.call('HGET', KEYS[1], 'cancelTries') or '') ~= ARGV[6] then return { 'claimed' } end
   redis.call('HDEL', KEYS[1], 'cancelPayment', 'cancelUntil', 'cancelRequest', 'queued')
   redis.call('ZREM', KEYS[2], ARGV[1])
   if not e[3] then
     redis.call('HSET', KEYS[1], 'state', ${inLua(wayOf('release_cancellation').to)})
     return { 'released' }
   end
   fix(KEYS[1], ARGV[1], KEYS[3], KEYS[4], ARGV[5], 'breach', e[3], ARGV[3])
   redis.call('ZREM', KEYS[5], ARGV[4])
   return stored('decided', KEYS[1])`,
  asTexts,
)

/**
 * KEYS event, cancelling, decided, journal, strikes. ARGV id, payment, now, strike member, outcome, evidence. Its payment is
 * spent already.
 */
const CANCEL = lastingScript(
  `${FIX}${STORED}${NOT_HELD}
   if e[4] then return stored('before', KEYS[1]) end
   if not held then return { 'not_held' } end
   redis.call('HDEL', KEYS[1], 'cancelUntil', 'cancelRequest', 'queued')
   redis.call('ZREM', KEYS[2], ARGV[1])
   fix(KEYS[1], ARGV[1], KEYS[3], KEYS[4], ARGV[5], 'cancel', ARGV[6], ARGV[3])
   redis.call('ZREM', KEYS[5], ARGV[4])
   return stored('decided', KEYS[1])`,
  asTexts,
)

/** Keys of a contract under cancellation: event, cancelling, decided, journal, strikes. */
export const cancellationKeys = ({ id, pair, watch }: EventFacts): readonly string[] => [
  names.dlc.event(id),
  names.dlc.cancelling(),
  names.dlc.decided(),
  names.dlc.journal(),
  names.dlc.strikes(pair ?? '', watch?.direction ?? ''),
]

export const memberOf = ({ id, watch }: EventFacts): string => (watch ? strikeMember(watch.strike, id) : '')

/**
 * @param until Unix milliseconds: when the sweeper checks what happened to the payment
 * @param request to which its claim is bound, in the short form: a payment that was spent for another request has not paid
 *   for this
 */
export const holdCancellation = async (
  redis: RedisClient,
  { id, pair }: EventFacts,
  payment: string,
  until: number,
  request: string,
): Promise<HeldCancellation> => {
  const raw = await HOLD.run(
    redis,
    [names.dlc.event(id), names.dlc.cancelling(), names.dlc.tick(pair ?? '')],
    [id, payment, until, request],
  )
  const kind = wordOf(raw[0], ['held', 'busy', 'before', 'behind', 'not_now', 'missing'])
  if (kind === 'before') return standsOf(kind, raw)
  if (kind === 'held') return { kind, turn: Number(raw[1]) }
  return kind === 'not_now' ? { kind, state: STATE_OF_EVENT.check(raw[1]) } : { kind }
}

/**
 * Nothing was charged: the contract continues as before, and a waiting tick is applied. Takes over the claim first, so that
 * a slow server can send no settlement for a cancellation that no longer exists, and gives it up at the end.
 *
 * @param whose who holds the claim; `null` when nobody does any more, `elsewhere` when it was spent for something else
 */
export const releaseCancellation = async (
  redis: RedisClient,
  facts: EventFacts,
  payment: string,
  now: number,
  whose: { readonly holder: string } | 'elsewhere' | null,
): Promise<ReleasedCancellation> => {
  const [state, holding, tries] = await redis.hmget(names.dlc.event(facts.id), 'state', 'cancelPayment', 'cancelTries')
  if (state !== HOLDING.to || holding !== payment) return { kind: 'not_held' }
  const taken = whose === 'elsewhere' ? null : await takeOver(redis, payment, whose?.holder ?? null, now)
  if (taken === null && whose !== 'elsewhere') return { kind: 'claimed' }
  const breached = JSON.stringify([BREACHED])
  const raw = await RELEASE.run(redis, cancellationKeys(facts), [
    facts.id,
    payment,
    now,
    memberOf(facts),
    breached,
    tries ?? '',
  ])
  const kind = wordOf(raw[0], ['released', 'decided', 'not_held', 'claimed'])
  // A cancellation that was begun again keeps its claim from being free.
  if (taken !== null && kind !== 'claimed') await giveUp(redis, payment, taken, now)
  return kind === 'decided' ? standsOf(kind, raw) : { kind }
}

/** Why this payment must not be spent for the cancellation; `null`: it may be. */
const notCancelled = async (
  redis: RedisClient,
  { id }: EventFacts,
  payment: string,
): Promise<'before' | 'not_held' | null> => {
  const [state, holding, outcome] = await redis.hmget(names.dlc.event(id), 'state', 'cancelPayment', 'outcome')
  if (outcome) return 'before'
  return state === HOLDING.to && holding === payment ? null : 'not_held'
}

/**
 * The payment has come: spends it, unless that was done, and then decides `safe`. Between the two a contract under
 * cancellation has a spent claim: the sweeper, and whoever shows the payment, decides it. Nobody releases it: that needs the
 * claim first; and a price that comes meanwhile waits.
 */
export const cancel = async (
  redis: RedisClient,
  facts: EventFacts,
  payment: string,
  now: number,
  evidence: Json,
  spend: ClaimSpend | null,
): Promise<Cancelled> => {
  const refused = spend && (await notCancelled(redis, facts, payment))
  if (refused === 'not_held') return { kind: refused }
  if (spend && refused === null && (await spendFor(redis, spend, facts.id, now)) !== 'now') return { kind: 'unclaimed' }
  const raw = await CANCEL.run(redis, cancellationKeys(facts), [
    facts.id,
    payment,
    now,
    memberOf(facts),
    JSON.stringify([SAFE]),
    JSON.stringify(evidence),
  ])
  const kind = wordOf(raw[0], ['decided', 'before', 'not_held'])
  if (kind === 'not_held') return { kind }
  const stands = standsOf(kind, raw)
  // Who found the spent claim first has decided it for this payment.
  const isOurs = spend !== null && refused === null && stands.decision.reason === 'cancel'
  return isOurs ? { ...stands, kind: 'decided' } : stands
}
