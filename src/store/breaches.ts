import type { Redis } from 'ioredis'
import type { Json } from '../canonical/jcs.ts'
import type { DlcPair } from '../dlc/pairs.ts'
import { BREACHED } from '../dlc/threshold.ts'
import { FIX } from './event-lua.ts'
import { names } from './names.ts'
import { script } from './script.ts'
import { touchedBy } from './strike-key.ts'
import { type Tick, unapplied } from './ticks.ts'

/**
 * What a price does to open threshold contracts. Ticks are applied by whoever comes first, each exactly once and none
 * before the one that came before it.
 */

export type Applied =
  /** `more`: contracts are left that this tick may touch; call again with the same one. */
  | { readonly kind: 'applied'; readonly breached: readonly string[]; readonly more: boolean }
  /** Applied before. */
  | { readonly kind: 'old' }
  /** Ticks before this one have not been applied, or it was never appended. */
  | { readonly kind: 'gap'; readonly applied: number }

/** How many contracts one call looks at: Redis does nothing else meanwhile. */
export const SLICE = 500

/**
 * KEYS tick, above, below, decided, journal. ARGV sequence, at, bound above, bound below, evidence, outcome, now, slice,
 * prefix of events.
 *
 * A contract outside its time stays where it is: a tick from before its registration does not count for it, and one from
 * after its expiry leaves it to expire. How far a slice came is kept, so that any worker may go on.
 */
const APPLY = script(
  `${FIX}
   local t = redis.call('HMGET', KEYS[1], 'applied', 'applying', 'cursor', 'appended')
   local applied, sequence, at = tonumber(t[1] or '0'), tonumber(ARGV[1]), tonumber(ARGV[2])
   if sequence <= applied then return { 'old' } end
   if sequence ~= applied + 1 or sequence > tonumber(t[4] or '0') then return { 'gap', applied } end
   local side, after = 1, ''
   if t[2] == ARGV[1] then side, after = tonumber(string.sub(t[3], 1, 1)), string.sub(t[3], 2) end
   local left, breached = tonumber(ARGV[8]), {}
   while side <= 2 do
     local from = after ~= '' and '(' .. after or (side == 1 and '-' or ARGV[4])
     local members = redis.call('ZRANGEBYLEX', KEYS[1 + side], from, side == 1 and ARGV[3] or '+', 'LIMIT', 0, left)
     for _, member in ipairs(members) do
       local id = string.sub(member, string.find(member, '/', 1, true) + 1)
       local event = ARGV[9] .. id
       local e = redis.call('HMGET', event, 'state', 'watchedFrom', 'maturity', 'queued')
       local counts = e[1] and tonumber(e[2] or '0') <= at and at <= tonumber(e[3]) * 1000
       if e[1] == 'announced' and counts then
         fix(event, id, KEYS[4], KEYS[5], ARGV[6], 'breach', ARGV[5], ARGV[7])
         redis.call('ZREM', KEYS[1 + side], member)
         breached[#breached + 1] = id
       elseif e[1] == 'cancelling' and counts and not e[4] then
         redis.call('HSET', event, 'queued', ARGV[5])
       elseif e[1] ~= 'announced' and e[1] ~= 'cancelling' then
         redis.call('ZREM', KEYS[1 + side], member)
       end
       after = member
     end
     left = left - #members
     if left == 0 then
       redis.call('HSET', KEYS[1], 'applying', ARGV[1], 'cursor', side .. after)
       return { 'more', breached }
     end
     side, after = side + 1, ''
   end
   redis.call('HDEL', KEYS[1], 'applying', 'cursor')
   redis.call('HSET', KEYS[1], 'applied', ARGV[1], 'appliedAt', ARGV[2])
   return { 'applied', breached }`,
  (raw) => raw as readonly ['old'] | readonly ['gap', number] | readonly ['more' | 'applied', readonly string[]],
)

/** What a breach is decided by. */
export const tickEvidence = (pair: DlcPair, { sequence, at, price, sources }: Tick): Json => ({
  kind: 'tick',
  pair,
  sequence,
  at,
  price,
  sources,
})

/** Applies one tick to at most `SLICE` contracts. */
export const applyTick = async (redis: Redis, pair: DlcPair, tick: Tick, now: number): Promise<Applied> => {
  const { above, below } = touchedBy(tick.price)
  const raw = await APPLY.run(
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
      above,
      below,
      JSON.stringify(tickEvidence(pair, tick)),
      JSON.stringify([BREACHED]),
      now,
      SLICE,
      names.dlc.event(''),
    ],
  )
  if (raw[0] === 'old') return { kind: 'old' }
  if (raw[0] === 'gap') return { kind: 'gap', applied: raw[1] }
  return { kind: 'applied', breached: raw[1], more: raw[0] === 'more' }
}

/** Applies everything that was appended, in sequence, and hands over what each slice breached. */
export async function* applyTicks(
  redis: Redis,
  pair: DlcPair,
  now: () => number,
): AsyncGenerator<{ readonly tick: Tick; readonly breached: readonly string[] }> {
  for (let ticks = await unapplied(redis, pair); ticks.length > 0; ticks = await unapplied(redis, pair))
    for (const tick of ticks) {
      let applied = await applyTick(redis, pair, tick, now())
      for (;;) {
        if (applied.kind === 'applied' && applied.breached.length > 0) yield { tick, breached: applied.breached }
        if (applied.kind !== 'applied' || !applied.more) break
        applied = await applyTick(redis, pair, tick, now())
      }
      if (applied.kind === 'gap')
        throw new Error(`${pair}: tick ${tick.sequence} lies there, ${applied.applied + 1} does not`)
    }
}
