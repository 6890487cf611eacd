import { type EventState, wayOf } from '../../dlc/terms/lifecycle.ts'
import { SPENDING } from '../claims/claim-lua.ts'
import { DECISION } from './event-record.ts'
import type { StoreClock } from '../redis/store-clock.ts'

/**
 * Pieces of Lua that more than one move of an event is made of. Each is a local function, put in front of a script.
 */

/** A state of `dlc/terms/lifecycle.ts` as Lua spells it. Scripts spell none by themselves. */
export const inLua = (state: EventState): string => `'${state}'`

/** Fixes an outcome. The one place that writes one; who calls it has looked at the state. */
export const FIX = `
  local function fix(event, id, decidedSet, journal, outcome, reason, evidence, now)
    redis.call('HSET', event, 'state', ${inLua(wayOf('resolve').to)}, 'outcome', outcome, 'reason', reason, 'evidence', evidence,
      'decidedAt', now)
    redis.call('ZADD', decidedSet, now, id)
    redis.call('XADD', journal, '*', 'what', 'decided', 'id', id)
  end`

/** What stands decided: state, outcome, reason, evidence, time, and its seal. */
export const STORED = `
  local function stored(kind, event)
    local d = redis.call('HMGET', event, 'state', ${DECISION.map((field) => `'${field}'`).join(', ')})
    for at, field in ipairs(d) do d[at] = field or '' end
    return { kind, unpack(d) }
  end`

/**
 * Uses up a payment in the same step as what it was paid for. `k` are the keys of its claim. Returns nil when it did, else
 * the state that the claim is in (`none`, `spent`). \`keep\` in seconds, or 0 for ever: a payment that made an event names it
 * for ever. \`event\` goes into the posting.
 */
export const SPEND_LUA = `${SPENDING}
  local function spend(k, payment, goods, tx, now, keep, window, told, event)
    local state = redis.call('HGET', k.claim, 'state')
    if not state then return 'none' end
    if state == 'spent' then return 'spent' end
    local sale = redis.call('HGET', k.claim, 'sale') or ''
    redis.call('HSET', k.claim, 'sale', (string.gsub(sale, '^([^|]*|[^|]*|[^|]*|)|', '%1' .. string.gsub(event, '%%', '%%%%') .. '|')))
    redis.call('SET', k.goods, goods)
    spent(k, payment, tonumber(now), tonumber(window), tonumber(keep), tx, told == '1')
    return nil
  end`

/**
 * An offered event becomes a public one. Returns the time from which its ticks count: later than every tick that was
 * appended before, or a price from before the contract could breach it. The time is that of the store, by which the ticks
 * are judged too: a machine whose clock is ahead would keep prices from a contract, one that is behind would show it old ones.
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
