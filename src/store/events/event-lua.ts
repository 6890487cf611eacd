import { type EventState, wayOf } from '../../dlc/terms/lifecycle.ts'
import { DECISION } from './event-record.ts'
import type { StoreClock } from '../redis/store-clock.ts'

/** Lua functions that several scripts on events share. Each is a local function that is put in front of a script. */

/** A state of `dlc/terms/lifecycle.ts` as a Lua string. Scripts do not write states in any other way. */
export const inLua = (state: EventState): string => `'${state}'`

/** Writes an outcome. This is the only place that does; the calling script has checked the state. */
export const FIX = `
  local function fix(event, id, decidedSet, journal, outcome, reason, evidence, now)
    redis.call('HSET', event, 'state', ${inLua(wayOf('resolve').to)}, 'outcome', outcome, 'reason', reason, 'evidence', evidence,
      'decidedAt', now)
    redis.call('ZADD', decidedSet, now, id)
    redis.call('XADD', journal, '*', 'what', 'decided', 'id', id)
  end`

/** The decision as it is stored: state, outcome, reason, evidence, time, and its evidence seal. */
export const STORED = `
  local function stored(kind, event)
    local d = redis.call('HMGET', event, 'state', ${DECISION.map((field) => `'${field}'`).join(', ')})
    for at, field in ipairs(d) do d[at] = field or '' end
    return { kind, unpack(d) }
  end`

/**
 * Makes an offered event public. Returns the time from which its ticks count. It is later than every tick that was
 * appended before, otherwise a price from before the contract could breach it. The time is the store's, by which ticks
 * are judged too. A machine whose clock is ahead would hide prices from a contract, and one whose clock is behind would
 * apply old prices to it.
 */
export const activation = (clock: StoreClock): string => `
  ${clock}
  local function activate(event, id, offers, due, journal, order, tick, strikes, lists, now, maturity, member)
    local here = tonumber(now) - ahead(now)
    local from = here
    if member ~= '' then
      local last = redis.call('HGET', tick, 'appendedAt')
      if last and tonumber(last) >= from then from = tonumber(last) + 1 end
      redis.call('ZADD', strikes, 0, member)
    end
    local place = redis.call('INCR', order)
    redis.call('HSET', event, 'state', ${inLua(wayOf('activate').to)}, 'activatedAt', string.format('%.0f', here), 'order', place,
      'watchedFrom', string.format('%.0f', from))
    redis.call('ZREM', offers, id)
    redis.call('ZADD', due, maturity, id)
    for _, list in ipairs(lists) do redis.call('ZADD', list, place, id) end
    redis.call('XADD', journal, '*', 'what', 'created', 'id', id)
    return string.format('%.0f', from)
  end`
