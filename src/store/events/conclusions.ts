import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import type { NamedTick } from '../../dlc/documents/evidence.ts'
import type { DlcPair } from '../../dlc/terms/pairs.ts'
import { names } from '../redis/names.ts'
import { AnyJson, orTold, stored, type ReportUnreadable } from '../redis/stored.ts'
import { touchedBy } from './strike-key.ts'

/**
 * The votes of a tick, used and unused, and their result. It is a thousand times as large as the tick, so for most
 * ticks it is deleted after minutes. Where the tick may decide an event, it is pinned: kept as long as the tick. So it
 * is still there when the event is resolved days later.
 */
export type TickConclusion = Readonly<Record<string, Json>>

export const CONCLUSION = stored('conclusion', Type.Record(Type.String(), AnyJson))

/** Ten minutes of the most frequent prices: no payment for an event takes longer. */
export const RECENT = 120

/**
 * Limit for a price that stays beyond a strike and is never confirmed: it pins no more than this, at up to 8 kB each.
 */
export const MOST_PINNED = 1_000

/**
 * A local function for the script that appends a tick, in the same step. `k` are the keys of `conclusionKeys`, `said`
 * is the result of `conclusionArgs`; `before` is the time of the tick before, or nil.
 *
 * Three kinds are pinned:
 *
 * - A price that touches a strike, since it may be the first or the second of a breach.
 * - The first price at or after the maturity of an open event.
 * - The price before that one, which decides when a market has closed meanwhile.
 *
 * An extra price outside of the schedule that touches nothing decides nothing and is not pinned. Its buyer chooses how
 * many there are, and they must not push out others.
 */
export const KEEP_CONCLUSION = `
  local function keepConclusion(k, said, ticks, sequence, at, before, inTurn)
    local body, pair, upTo, downTo, events = unpack(said)
    if body == '' then return end
    local touches = #redis.call('ZRANGEBYLEX', k[3], '-', upTo, 'LIMIT', 0, 1) > 0
      or #redis.call('ZRANGEBYLEX', k[4], downTo, '+', 'LIMIT', 0, 1) > 0
    if not inTurn and not touches then return end
    local function pin(id, what)
      if #redis.call('XRANGE', k[2], id, id) == 0 then redis.call('XADD', k[2], id, 'said', what) end
    end
    local function number(tick) return string.match(tick[1], '%d+$') end
    local id = sequence .. '-0'
    local from = before and '(' .. string.format('%.3f', tonumber(before) / 1000) or '-inf'
    local settles = false
    for _, event in ipairs(redis.call('ZRANGEBYSCORE', k[5], from, string.format('%.3f', tonumber(at) / 1000))) do
      settles = redis.pcall('HGET', events .. event, 'pair') == pair
      if settles then break end
    end
    local last = settles and before and redis.call('XRANGE', ticks, before, before, 'COUNT', 1)[1]
    local ofLast = last and redis.call('XRANGE', k[1], number(last) .. '-0', number(last) .. '-0')[1]
    if ofLast then pin(ofLast[1], ofLast[2][2]) end
    if settles or (touches and redis.call('XLEN', k[2]) < ${MOST_PINNED}) then pin(id, body) end
    redis.call('XADD', k[1], 'MAXLEN', ${RECENT}, id, 'said', body)
    local oldest = redis.call('XRANGE', ticks, '-', '+', 'COUNT', 1)[1]
    if oldest then redis.call('XTRIM', k[2], 'MINID', number(oldest)) end
  end`

export const conclusionKeys = (pair: DlcPair): readonly string[] => [
  names.dlc.conclusions(pair),
  names.dlc.pinned(pair),
  names.dlc.strikes(pair, 'above'),
  names.dlc.strikes(pair, 'below'),
  names.dlc.due(),
]

/** @param conclusion `null` where it is not known: nothing is kept then */
export const conclusionArgs = (pair: DlcPair, price: string, conclusion: TickConclusion | null): readonly string[] => {
  const { above, below } = touchedBy(price)
  return [conclusion ? JSON.stringify(conclusion) : '', pair, above, below, names.dlc.event('')]
}

/** The kept conclusion of each tick, in their order; `null` where it is gone or cannot be read. */
export const findConclusions = (
  redis: RedisClient,
  ticks: readonly NamedTick[],
  told: ReportUnreadable,
): Promise<readonly (TickConclusion | null)[]> =>
  Promise.all(
    ticks.map(async ({ pair, sequence, at }) => {
      const id = `${sequence}-0`
      const [pinned, recent] = await Promise.all([
        redis.xrange(names.dlc.pinned(pair), id, id),
        redis.xrange(names.dlc.conclusions(pair), id, id),
      ])
      const text = (pinned[0] ?? recent[0])?.[1][1]
      const found = text === undefined ? null : orTold(told, () => CONCLUSION.parse(text))
      // A Redis that was emptied counts from 1 again, so the time must match too.
      return found?.['timestamp'] === Math.floor(at / 1000) ? found : null
    }),
  )
