import type { RedisClient } from '../redis/client.ts'
import { pendsFor } from '../../dlc/terms/breaching.ts'
import { BREACHED } from '../../dlc/terms/threshold.ts'
import { cancellationKeys, memberOf, NOT_HELD } from './event-cancellation.ts'
import { type Decided, standsOf } from './event-decision.ts'
import { FIX, STORED } from './event-lua.ts'
import type { EventFacts, StoredEvent } from './event-record.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, wordOf } from '../redis/script.ts'
import { tickProgress } from './ticks.ts'

/** Whether a contract under cancellation was breached meanwhile. This is checked before any money moves. */

export type BreachedMeanwhile =
  | { readonly kind: 'clear' }
  /** `decided`: a tick waited, and is the outcome now. The claim stays with its holder. */
  | Extract<Decided, { readonly kind: 'decided' | 'before' }>
  | { readonly kind: 'not_held' | 'missing' }

/**
 * KEYS event, cancelling, decided, journal, strikes. ARGV id, payment, now, strike member, outcome of a breach, turn or
 * nothing.
 */
const TAKE_QUEUED = lastingScript(
  `${FIX}${STORED}${NOT_HELD}
   if e[4] then return stored('before', KEYS[1]) end
   if not held then return { 'not_held' } end
   if ARGV[6] ~= '' and redis.call('HGET', KEYS[1], 'cancelTries') ~= ARGV[6] then return { 'not_held' } end
   if not e[3] then return { 'clear' } end
   redis.call('HDEL', KEYS[1], 'cancelPayment', 'cancelUntil', 'cancelRequest', 'queued')
   redis.call('ZREM', KEYS[2], ARGV[1])
   fix(KEYS[1], ARGV[1], KEYS[3], KEYS[4], ARGV[5], 'breach', e[3], ARGV[3])
   redis.call('ZREM', KEYS[5], ARGV[4])
   return stored('decided', KEYS[1])`,
  asTexts,
)

/**
 * Decides a contract by the tick that breached it while its cancellation was held, if there is one.
 *
 * @param turn of the hold: one that lapsed long ago decides nothing; `null` asks for the payment alone
 */
export const takeQueued = async (
  redis: RedisClient,
  facts: EventFacts,
  payment: string,
  now: number,
  turn: number | null,
): Promise<BreachedMeanwhile> => {
  const args = [facts.id, payment, now, memberOf(facts), JSON.stringify([BREACHED]), turn ?? '']
  const raw = await TAKE_QUEUED.run(redis, cancellationKeys(facts), args)
  const kind = wordOf(raw[0], ['clear', 'decided', 'before', 'not_held'])
  return kind === 'decided' || kind === 'before' ? standsOf(kind, raw) : { kind }
}

/** Whether a first price is pending against the contract: the next price may confirm it. */
export const isPending = async (redis: RedisClient, event: StoredEvent | null): Promise<boolean> => {
  if (!event?.watch || !event.pair) return false
  const { id, watch, pair, watchedFrom, maturityTs } = event
  const { pending } = await tickProgress(redis, pair)
  return pending.some(
    (first) => watchedFrom <= first.at && first.at <= maturityTs * 1000 && pendsFor(first, { id, ...watch }),
  )
}
