import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { remade, UnreadableRecord } from '../redis/stored.ts'

/** What a write changes of a board in parts. */
export interface ChangedParts {
  /** The time of the stored state to which the changes belong; `null`: they are all of it, and replace what there is. */
  readonly from: number | null
  readonly written: readonly (readonly [key: string, part: object])[]
  readonly dropped: readonly string[]
}

/**
 * `not_held`: this holder does not have the lease. `other_state`: another state is stored than the one to which the
 * changes belong, because Redis lost a write or another holder wrote. Nothing was written then.
 */
export type WroteParts =
  { readonly kind: 'written'; readonly at: number } | { readonly kind: 'not_held' } | { readonly kind: 'other_state' }

/** The parts of a board as they were read, and when each was written. */
export interface ReadParts {
  readonly byKey: ReadonlyMap<string, object>
  readonly writtenAt: Readonly<Record<string, string>>
}

const PART = remade('part of a board', Type.Object({}))

/**
 * Readers tell states apart by their times, so two states must never have the same one. A stored one that is no number, or
 * above what numbers tell apart, is spoilt. Lua, with `stored` and the wanted time in ARGV[1].
 */
export const LATER_THAN_STORED = `(function()
     local wanted, known = tonumber(ARGV[1]), tonumber(stored or '')
     if known and known >= wanted and known < ${Number.MAX_SAFE_INTEGER} then return known + 1 end
     return wanted
   end)()`

/** Lua. A board that lies under a key of another type would stop its stream for ever. */
export const NO_OTHER_TYPE = `local function isHash(key)
     local type = redis.call('TYPE', key).ok
     return type == 'hash' or type == 'none'
   end
   if not isHash(KEYS[1]) then redis.call('DEL', KEYS[1]) end`

const NOT_HELD = 0
const OTHER_STATE = -1

/** KEYS board, lease, parts, their times. ARGV at, head, holder, from, number of written parts, keys and parts, dropped keys. */
const WRITE_PARTS = script(
  `if redis.call('GET', KEYS[2]) ~= ARGV[3] then return ${NOT_HELD} end
   ${NO_OTHER_TYPE}
   local stored = redis.call('HGET', KEYS[1], 'at')
   if ARGV[4] == '' then
     redis.call('DEL', KEYS[3], KEYS[4])
   elseif not isHash(KEYS[3]) or not isHash(KEYS[4]) then
     return ${OTHER_STATE}
   else
     -- Parts that somebody took away must not be made good by a new count.
     local count = tonumber(redis.call('HGET', KEYS[1], 'parts') or '')
     local isWhole = redis.call('HLEN', KEYS[3]) == count and redis.call('HLEN', KEYS[4]) == count
     if stored ~= ARGV[4] or not isWhole then return ${OTHER_STATE} end
   end
   local at = ${LATER_THAN_STORED}
   local stamp = string.format('%.0f', at)
   local ends = 5 + 2 * tonumber(ARGV[5])
   for i = 6, ends, 2 do
     redis.call('HSET', KEYS[3], ARGV[i], ARGV[i + 1])
     redis.call('HSET', KEYS[4], ARGV[i], stamp)
   end
   for i = ends + 1, #ARGV do
     redis.call('HDEL', KEYS[3], ARGV[i])
     redis.call('HDEL', KEYS[4], ARGV[i])
   end
   redis.call('HSET', KEYS[1], 'at', stamp, 'state', ARGV[2], 'parts', redis.call('HLEN', KEYS[3]))
   return at`,
  asNumber,
)

/** Writes the head as it is given, and the changes. */
export const writeParts = async (
  redis: RedisClient,
  id: string,
  lease: string,
  args: readonly [at: number, head: string, holder: string],
  { from, written, dropped }: ChangedParts,
): Promise<WroteParts> => {
  const at = await WRITE_PARTS.run(
    redis,
    [names.board(id), lease, names.boardParts(id), names.boardStamps(id)],
    [...args, from ?? '', written.length, ...written.flatMap(([key, part]) => [key, PART.write(part)]), ...dropped],
  )
  if (at === OTHER_STATE) return { kind: 'other_state' }
  return at === NOT_HELD ? { kind: 'not_held' } : { kind: 'written', at }
}

/** A value of Redis; `null` where there is none. */
type Text = string | null

/** How many values a script may hand to one command. */
const AT_ONCE = 1_000

/**
 * KEYS board, parts, their times. ARGV the time of the state that is known, or nothing. Head, times and parts in one step:
 * of one write, however long it takes to read them.
 */
const READ_PARTS = script(
  `local head = redis.call('HMGET', KEYS[1], 'at', 'state', 'parts')
   local stamps = redis.call('HGETALL', KEYS[3])
   local known = tonumber(ARGV[1]) or -1
   local keys, texts = {}, {}
   for i = 1, #stamps, 2 do
     if (tonumber(stamps[i + 1]) or math.huge) > known then keys[#keys + 1] = stamps[i] end
   end
   for from = 1, #keys, ${AT_ONCE} do
     local found = redis.call('HMGET', KEYS[2], unpack(keys, from, math.min(from + ${AT_ONCE - 1}, #keys)))
     for i = 1, #found do texts[#texts + 1] = found[i] end
   end
   return { head[1], head[2], head[3], stamps, keys, texts }`,
  (raw) => raw as readonly [Text, Text, Text, readonly string[], readonly string[], readonly Text[]],
  PART.kind,
)

const readPart = (text: Text): object | null => {
  if (text === null) return null
  const part = PART.parse(text)
  if (part === null) throw new UnreadableRecord(PART.kind, 'it is of another release')
  return part
}

/** A board in parts, as it was read in one step. */
export interface ReadBoard {
  readonly at: Text
  /** The head. */
  readonly state: Text
  /** How many parts there are, as the board says. */
  readonly count: Text
  /** `null` if one is missing. */
  readonly parts: ReadParts | null
}

/**
 * Reads what was written since `known`. Throws `UnreadableRecord` if a part cannot be read: without it the others would say
 * too little.
 */
export const readParts = async (
  redis: RedisClient,
  id: string,
  known: { readonly at: number; readonly parts: ReadParts } | null,
): Promise<ReadBoard> => {
  const keysOf = [names.board(id), names.boardParts(id), names.boardStamps(id)]
  const [at, state, count, stamps, changed, texts] = await READ_PARTS.run(redis, keysOf, [known?.at ?? ''])
  const fresh = new Map(changed.map((key, nth) => [key, readPart(texts[nth] ?? null)]))
  const writtenAt: Record<string, string> = {}
  const byKey = new Map<string, object>()
  for (let nth = 0; nth < stamps.length; nth += 2) {
    const [key, stamp] = [stamps[nth]!, stamps[nth + 1]!]
    // After a clock was set back and what was stored was lost, an older time may be that of another part.
    const part = fresh.has(key)
      ? fresh.get(key)
      : known?.parts.writtenAt[key] === stamp
        ? known.parts.byKey.get(key)
        : null
    if (!part) return known ? readParts(redis, id, null) : { at, state, count, parts: null }
    writtenAt[key] = stamp
    byKey.set(key, part)
  }
  return { at, state, count, parts: { byKey, writtenAt } }
}
