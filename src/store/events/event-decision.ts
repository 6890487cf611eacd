import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import { pendsFor } from '../../dlc/terms/breaching.ts'
import { type EventState, type Trigger, wayOf } from '../../dlc/terms/lifecycle.ts'
import { FIX, inLua, STORED } from './event-lua.ts'
import { type AttestationBytes, type Decision, type EventFacts, listsOf, readDecision } from './event-record.ts'
import { names } from '../redis/names.ts'
import { STATE_OF_EVENT } from './event-schemas.ts'
import { lastingScript } from '../redis/lasting.ts'
import { script, asTexts, wordOf } from '../redis/script.ts'
import { MOST_OFF_MS, type StoreClock } from '../redis/store-clock.ts'
import { strikeMember } from './strike-key.ts'
import { tickProgress } from './ticks.ts'

/** From a public event to its outcome, and from the outcome to its attestation. The first writer decides, for ever. */

/** The ways to an outcome that need no payment. Ticks find breaches, see `breaches.ts`. */
export type DecidedBy = Extract<Trigger, 'expire' | 'resolve' | 'administer'>

export interface Candidate {
  readonly trigger: DecidedBy
  readonly outcome: readonly string[]
  readonly evidence: Json
  readonly now: number
  /** Thresholds: how long after the expiry to wait for a silent feed, before the recorded ticks are used. */
  readonly graceMs: number
}

interface Stands<Kind> {
  readonly kind: Kind
  readonly state: EventState
  readonly decision: Decision
}

export type Decided =
  /**
   * `decided`: by this call; `before`: already decided, whatever the caller wanted. In both cases this is the valid
   * outcome.
   */
  | Stands<'decided'>
  | Stands<'before'>
  /**
   * No decision is possible from this state: the event is offered, withdrawn, of another kind, or its cancellation is
   * being paid.
   */
  | { readonly kind: 'not_now'; readonly state: EventState }
  /**
   * It is too early for one of three reasons:
   * - A tick from before the expiry may still come, or is not applied yet.
   * - A first price from before the expiry breaches the contract if the next one confirms it.
   * - The clock of the caller is ahead of the store's, and the time of the event may not have come.
   */
  | { readonly kind: 'too_early' }
  | { readonly kind: 'missing' }

export type Published =
  | { readonly kind: 'published' }
  /** The same bytes were published before. */
  | { readonly kind: 'before' }
  /** Another outcome is decided, or other bytes are published. This is an alarm: nothing was changed. */
  | { readonly kind: 'conflict' }
  | { readonly kind: 'undecided' | 'missing' }

/**
 * KEYS event, decided, journal, tick, strikes. ARGV id, required state, kinds, outcome, reason, evidence, now, strike
 * member or nothing, expiry in ms or nothing, grace, number of ticks that were applied when the caller read them, the
 * last first price up to the expiry that was then pending for the strike or nothing.
 *
 * The order is that of event time: `safe` is allowed only when every tick up to the expiry has been applied. No first
 * price among them may be pending. Ticks are applied in the order of their times, so an applied tick after the expiry
 * proves the first of the two. A silent feed is waited for, and then its recorded ticks are used as they are.
 */
const decideScript = (clock: StoreClock) =>
  lastingScript(
    `${FIX}${STORED}
   ${clock}
   local e = redis.call('HMGET', KEYS[1], 'state', 'kind', 'outcome', 'watchedFrom')
   if not e[1] then return { 'missing' } end
   if e[3] then return stored('before', KEYS[1]) end
   if e[1] ~= ARGV[2] or not string.find(ARGV[3], e[2], 1, true) then return { 'not_now', e[1] } end
   if ahead(ARGV[7]) > ${MOST_OFF_MS} then return { 'too_early' } end
   if ARGV[9] ~= '' then
     local t = redis.call('HMGET', KEYS[4], 'appliedAt', 'applied', 'appended')
     local expiry = tonumber(ARGV[9])
     local waits = ARGV[12] ~= '' and tonumber(ARGV[12]) >= tonumber(e[4] or '0')
     local passed = t[1] and tonumber(t[1]) > expiry and t[2] == ARGV[11] and not waits
     local silent = tonumber(ARGV[7]) > expiry + tonumber(ARGV[10]) and (t[2] or '0') == (t[3] or '0')
     if not passed and not silent then return { 'too_early' } end
   end
   fix(KEYS[1], ARGV[1], KEYS[2], KEYS[3], ARGV[4], ARGV[5], ARGV[6], ARGV[7])
   if ARGV[8] ~= '' then redis.call('ZREM', KEYS[5], ARGV[8]) end
   return stored('decided', KEYS[1])`,
    asTexts,
  )

/** KEYS event, due, decided, journal, outbox, open lists, done lists. ARGV id, outcome, plain, counted, now, lists. */
const PUBLISH = script(
  `local e = redis.call('HMGET', KEYS[1], 'state', 'outcome', 'serialized', 'counted', 'order', 'reason')
   if not e[1] then return 'missing' end
   if not e[2] then return 'undecided' end
   if e[2] ~= ARGV[2] then return 'conflict' end
   if e[3] then
     if e[3] == ARGV[3] and e[4] == ARGV[4] then return 'before' end
     return 'conflict'
   end
   redis.call('HSET', KEYS[1], 'state', ${inLua(wayOf('attest').to)}, 'serialized', ARGV[3], 'counted', ARGV[4], 'attestedAt', ARGV[5])
   redis.call('ZREM', KEYS[2], ARGV[1])
   redis.call('ZREM', KEYS[3], ARGV[1])
   local lists = tonumber(ARGV[6])
   for at = 6, 5 + lists do
     redis.call('ZREM', KEYS[at], ARGV[1])
     redis.call('ZADD', KEYS[at + lists], e[5], ARGV[1])
   end
   redis.call('XADD', KEYS[4], '*', 'what', 'attested', 'id', ARGV[1])
   redis.call('XADD', KEYS[5], '*', 'what', 'attested', 'id', ARGV[1], 'reason', e[6])
   return 'published'`,
  (raw): Published => ({ kind: wordOf(raw, ['published', 'before', 'conflict', 'undecided', 'missing']) }),
)

/** Reads the decided outcome from a reply of `STORED`. Throws `UnreadableRecord`. */
export const standsOf = <Kind extends 'decided' | 'before'>(
  kind: Kind,
  [, state, ...decision]: readonly string[],
): Stands<Kind> => ({ kind, state: STATE_OF_EVENT.check(state), decision: readDecision(decision) })

const readDecided = (raw: readonly string[]): Decided => {
  const kind = wordOf(raw[0], ['decided', 'before', 'not_now', 'too_early', 'missing'])
  if (kind === 'decided' || kind === 'before') return standsOf(kind, raw)
  return kind === 'not_now' ? { kind, state: STATE_OF_EVENT.check(raw[1]) } : { kind }
}

export const decider = (redis: RedisClient, clock: StoreClock) => {
  const script = decideScript(clock)
  return async (facts: EventFacts, candidate: Candidate): Promise<Decided> => {
    const { id, pair, watch, maturityTs } = facts
    const { trigger, outcome, evidence, now, graceMs } = candidate
    const way = wayOf(trigger)
    if (!way.reason) throw new RangeError(`${trigger} decides nothing`)
    const event = names.dlc.event(id)
    const watched =
      watch && pair ? { tick: names.dlc.tick(pair), strikes: names.dlc.strikes(pair, watch.direction) } : null
    const expiry = maturityTs * 1000
    const progress = watch && pair ? await tickProgress(redis, pair) : null
    const waiting = (progress?.pending ?? []).filter(
      (first) => first.at <= expiry && pendsFor(first, { id, ...watch! }),
    )
    const raw = await script.run(
      redis,
      [event, names.dlc.decided(), names.dlc.journal(), watched?.tick ?? event, watched?.strikes ?? event],
      [
        id,
        way.from,
        way.kinds.join(' '),
        JSON.stringify(outcome),
        way.reason,
        JSON.stringify(evidence),
        now,
        watch ? strikeMember(watch.strike, id) : '',
        trigger === 'expire' ? expiry : '',
        graceMs,
        progress?.applied ?? '',
        waiting.length > 0 ? Math.max(...waiting.map(({ at }) => at)) : '',
      ],
    )
    return readDecided(raw)
  }
}

/** @param bytes verified by the signer; they are published only for the outcome that is decided. */
export const publish = (
  redis: RedisClient,
  facts: EventFacts,
  outcome: readonly string[],
  { serialized, counted }: AttestationBytes,
  now: number,
): Promise<Published> => {
  const [open, done] = [listsOf(facts, 'open'), listsOf(facts, 'done')]
  return PUBLISH.run(
    redis,
    [
      names.dlc.event(facts.id),
      names.dlc.due(),
      names.dlc.decided(),
      names.dlc.journal(),
      names.dlc.outbox(),
      ...open,
      ...done,
    ],
    [facts.id, JSON.stringify(outcome), serialized, counted, now, open.length],
  )
}
