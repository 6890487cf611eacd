import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import { type FirstPrice, type BreachVerdict, judgePrice } from '../../dlc/terms/breaching.ts'
import { wayOf } from '../../dlc/terms/lifecycle.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import { BREACHED, GRACE_SECONDS } from '../../dlc/terms/threshold.ts'
import { FIX, inLua } from './event-lua.ts'
import { names } from '../redis/names.ts'
import { lastingScript } from '../redis/lasting.ts'
import { asTexts, wordOf } from '../redis/script.ts'
import { strikeMember, touchedBy } from './strike-key.ts'
import { type Tick, tickProgress, unapplied } from './ticks.ts'

/**
 * Applies prices to open threshold contracts, by the rule of `dlc/terms/breaching.ts`. Any worker may apply ticks; each
 * is applied exactly once and in sequence. The pending first prices are written in the step that finishes a tick. So a
 * worker that continues after a crash judges the next tick by the same ones.
 */

export type Applied =
  /** `more`: this tick may touch further contracts; call again with the same tick. */
  | { readonly kind: 'applied'; readonly breached: readonly string[]; readonly more: boolean }
  /** It was applied before. */
  | { readonly kind: 'old' }
  /** Earlier ticks have not been applied, or this one was never appended. */
  | { readonly kind: 'gap'; readonly applied: number }

const readApplied = (raw: unknown): Applied => {
  const [said, what]: readonly unknown[] = Array.isArray(raw) ? raw : []
  const kind = wordOf(said, ['old', 'gap', 'more', 'applied'])
  if (kind === 'old') return { kind }
  if (kind === 'gap') return { kind, applied: Number(what) }
  return { kind: 'applied', breached: asTexts(what), more: kind === 'more' }
}

/** How many contracts one call examines: Redis does nothing else meanwhile. */
const SLICE = 500

const { from: OPEN, to: HELD } = wayOf('hold_cancellation')

/**
 * KEYS tick, above, below, decided, journal. ARGV sequence, at, grace in ms, pending prices from here on, the contract
 * of an extra tick or nothing, outcome, now, slice, prefix of events, then for each search: side, bounds, time of the
 * first price, evidence.
 *
 * A contract stays open when the prices are outside its time. A first price from before its registration or after its
 * expiry does not count for it. A second price after its grace does not count either. The progress of a slice is kept,
 * so that any worker may continue.
 */
const APPLY = lastingScript(
  `${FIX}
   local t = redis.call('HMGET', KEYS[1], 'applied', 'applying', 'cursor', 'appended', 'appliedAt')
   local applied, sequence, at = tonumber(t[1] or '0'), tonumber(ARGV[1]), tonumber(ARGV[2])
   if sequence <= applied then return { 'old' } end
   if sequence ~= applied + 1 or sequence > tonumber(t[4] or '0') then return { 'gap', applied } end
   local range, after = 10, ''
   local colon = t[2] == ARGV[1] and string.find(t[3], ':', 1, true)
   if colon then
     range, after = tonumber(string.sub(t[3], 1, colon - 1)), string.sub(t[3], colon + 1)
   end
   local left, breached = tonumber(ARGV[8]), {}
   while range < #ARGV do
     local strikes, firstAt, evidence = KEYS[1 + tonumber(ARGV[range])], tonumber(ARGV[range + 3]), ARGV[range + 4]
     local from = after ~= '' and '(' .. after or ARGV[range + 1]
     local members = redis.call('ZRANGEBYLEX', strikes, from, ARGV[range + 2], 'LIMIT', 0, left)
     for _, member in ipairs(members) do
       local id = string.sub(member, string.find(member, '/', 1, true) + 1)
       local event = ARGV[9] .. id
       -- A contract that cannot be read stays where it is, and does not stop the others.
       local e = redis.pcall('HMGET', event, 'state', 'watchedFrom', 'maturity', 'queued')
       local expiry = (tonumber(e[3] or '0') or 0) * 1000
       local counts = (tonumber(e[2] or '0') or math.huge) <= firstAt and firstAt <= expiry and at <= expiry + tonumber(ARGV[3])
       if e[1] == ${inLua(OPEN)} and counts then
         fix(event, id, KEYS[4], KEYS[5], ARGV[6], 'breach', evidence, ARGV[7])
         redis.call('ZREM', strikes, member)
         breached[#breached + 1] = id
       elseif e[1] == ${inLua(HELD)} and counts and not e[4] then
         redis.call('HSET', event, 'queued', evidence)
       elseif not e.err and e[1] ~= ${inLua(OPEN)} and e[1] ~= ${inLua(HELD)} then
         redis.call('ZREM', strikes, member)
       end
       after = member
     end
     left = left - #members
     if left == 0 then
       redis.call('HSET', KEYS[1], 'applying', ARGV[1], 'cursor', range .. ':' .. after)
       return { 'more', breached }
     end
     range, after = range + 5, ''
   end
   redis.call('HDEL', KEYS[1], 'applying', 'cursor')
   local appliedAt = ARGV[5] == '' and ARGV[2] or t[5] or '0'
   redis.call('HSET', KEYS[1], 'applied', ARGV[1], 'appliedAt', appliedAt, 'pending', ARGV[4])
   return { 'applied', breached }`,
  readApplied,
  'contract',
)

/** The evidence of a decision by one tick. */
export const tickEvidence = (
  pair: DlcPair,
  { sequence, at, price, sources }: Tick,
): Readonly<Record<string, Json>> => ({
  kind: 'tick',
  pair,
  sequence,
  at,
  price,
  sources,
})

/** The evidence of a breach: the price that confirmed it, and the price that it confirmed. */
const breachEvidence = (pair: DlcPair, tick: Tick, { sequence, at, price }: FirstPrice): Json => ({
  ...tickEvidence(pair, tick),
  first: { sequence, at, price },
})

type StrikeRange = readonly [side: 1 | 2, from: string, to: string, firstAt: number, evidence: string]

/** The ranges of strikes that this first price and its confirmation breach. */
const strikeRanges = (pair: DlcPair, tick: Tick, first: FirstPrice): readonly StrikeRange[] => {
  const { low, high, only } = first
  const rest = [first.at, JSON.stringify(breachEvidence(pair, tick, first))] as const
  if (only === null)
    return [
      [1, '-', touchedBy(low).above, ...rest],
      [2, touchedBy(high).below, '+', ...rest],
    ]
  const member = `[${strikeMember(only.strike, only.id)}`
  return [[only.direction === 'above' ? 1 : 2, member, member, ...rest]]
}

/** Applies one slice, at most `SLICE` contracts, of a tick that has been judged. */
export const applySlice = (
  redis: RedisClient,
  pair: DlcPair,
  tick: Tick,
  { confirmed, pending }: BreachVerdict,
  now: number,
): Promise<Applied> => {
  return APPLY.run(
    redis,
    [
      names.dlc.tick(pair),
      names.dlc.strikes(pair, 'above'),
      names.dlc.strikes(pair, 'below'),
      names.dlc.decided(),
      names.dlc.journal(),
    ],
    [
      tick.sequence,
      tick.at,
      GRACE_SECONDS * 1000,
      JSON.stringify(pending),
      tick.only === null ? '' : tick.only.id,
      JSON.stringify([BREACHED]),
      now,
      SLICE,
      names.dlc.event(''),
      ...confirmed.flatMap((first) => strikeRanges(pair, tick, first)).flat(),
    ],
  )
}

/** Applies all appended ticks in sequence, and yields what each slice breached. */
export async function* applyTicks(
  redis: RedisClient,
  pair: DlcPair,
  now: () => number,
): AsyncGenerator<{ readonly tick: Tick; readonly breached: readonly string[] }> {
  for (;;) {
    const progress = await tickProgress(redis, pair)
    const ticks = await unapplied(redis, pair, progress)
    let { pending } = progress
    for (const tick of ticks) {
      const judged = judgePrice(pending, tick)
      let applied = await applySlice(redis, pair, tick, judged, now())
      for (;;) {
        if (applied.kind === 'applied' && applied.breached.length > 0) yield { tick, breached: applied.breached }
        if (applied.kind !== 'applied' || !applied.more) break
        applied = await applySlice(redis, pair, tick, judged, now())
      }
      if (applied.kind === 'gap')
        throw new Error(
          `${pair}: tick ${tick.sequence} is stored, and tick ${applied.applied + 1} before it is missing`,
        )
      // Another worker was faster and has judged it in the same way.
      pending = judged.pending
    }
    if (ticks.length === 0) return
  }
}
