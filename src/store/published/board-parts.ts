import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { ofKind, remade, UnreadableRecord } from '../redis/stored.ts'

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

const NOT_HELD = 0
const OTHER_STATE = -1

/** KEYS board, lease, parts, their times. ARGV at, head, holder, from, number of written parts, keys and parts, dropped keys. */
const WRITE_PARTS = script(
  `if redis.call('GET', KEYS[2]) ~= ARGV[3] then return ${NOT_HELD} end
   local stored = redis.call('HGET', KEYS[1], 'at')
   if ARGV[4] == '' then
     redis.call('DEL', KEYS[3], KEYS[4])
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

const readPart = (text: string): object => {
  const part = PART.parse(text)
  if (part === null) throw new UnreadableRecord(PART.kind, 'it is of another release')
  return part
}

/**
 * Reads those that were written since they were read before. Throws `UnreadableRecord` if one cannot be read: without it
 * the others would say too little.
 *
 * @returns `null` if one is missing: the board is written meanwhile, or not whole
 */
export const readParts = async (
  redis: RedisClient,
  id: string,
  count: number,
  before: ReadParts | null,
): Promise<ReadParts | null> => {
  const writtenAt = await ofKind(PART.kind, redis.hgetall(names.boardStamps(id)))
  const keys = Object.keys(writtenAt)
  if (keys.length !== count) return null
  const changed = keys.filter((key) => before?.writtenAt[key] !== writtenAt[key])
  const texts = changed.length === 0 ? [] : await ofKind(PART.kind, redis.hmget(names.boardParts(id), ...changed))
  const fresh = new Map<string, object>()
  for (const [at, key] of changed.entries()) {
    const text = texts[at]
    if (text === null || text === undefined) return null
    fresh.set(key, readPart(text))
  }
  const byKey = new Map<string, object>()
  for (const key of keys) {
    const part = fresh.get(key) ?? before?.byKey.get(key)
    if (!part) return null
    byKey.set(key, part)
  }
  return { byKey, writtenAt }
}
