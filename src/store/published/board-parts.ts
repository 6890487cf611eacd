import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { ofKind, remade, UnreadableRecord } from '../redis/stored.ts'

/** What of a board is written apart. */
export interface ChangedParts {
  /** Nothing that was written before belongs to it. */
  readonly isFresh: boolean
  readonly written: readonly (readonly [key: string, part: object])[]
  readonly dropped: readonly string[]
}

export const NO_PARTS: ChangedParts = { isFresh: false, written: [], dropped: [] }

/** The parts of a board as they were read, and when each was written. */
export interface ReadParts {
  readonly parts: ReadonlyMap<string, object>
  readonly writtenAt: Readonly<Record<string, string>>
}

const PART = remade('part of a board', Type.Object({}))

/** Arguments for a script: whether all are deleted before, how many are written, keys and texts, keys to delete. */
export const partArguments = ({ isFresh, written, dropped }: ChangedParts): readonly (string | number)[] => [
  isFresh ? 1 : 0,
  written.length,
  ...written.flatMap(([key, part]) => [key, PART.write(part)]),
  ...dropped,
]

/** Writes `partArguments` from `ARGV[first]` on. `stamp` is a variable with the time of this write. */
export const writePartsLua = (partsKey: string, stampsKey: string, first: number, stamp: string): string =>
  `if ARGV[${first}] == '1' then redis.call('DEL', ${partsKey}, ${stampsKey}) end
   local ends = ${first + 1} + 2 * tonumber(ARGV[${first + 1}])
   for i = ${first + 2}, ends, 2 do
     redis.call('HSET', ${partsKey}, ARGV[i], ARGV[i + 1])
     redis.call('HSET', ${stampsKey}, ARGV[i], ${stamp})
   end
   for i = ends + 1, #ARGV do
     redis.call('HDEL', ${partsKey}, ARGV[i])
     redis.call('HDEL', ${stampsKey}, ARGV[i])
   end`

const readPart = (text: string): object => {
  const part = PART.parse(text)
  if (part === null) throw new UnreadableRecord(PART.kind, 'it is of another release')
  return part
}

/**
 * Reads those that changed since they were read before. A part may be newer than its time says, and is then read again.
 * Throws `UnreadableRecord` if one cannot be read: without it the others would say too little.
 */
export const readParts = async (redis: RedisClient, id: string, before: ReadParts | null): Promise<ReadParts> => {
  const writtenAt = await ofKind(PART.kind, redis.hgetall(names.boardStamps(id)))
  const changed = Object.keys(writtenAt).filter((key) => before?.writtenAt[key] !== writtenAt[key])
  const texts = changed.length === 0 ? [] : await ofKind(PART.kind, redis.hmget(names.boardParts(id), ...changed))
  const fresh = new Map(changed.map((key, at) => [key, texts[at] ?? null]))
  const parts = new Map<string, object>()
  for (const key of Object.keys(writtenAt)) {
    const text = fresh.get(key)
    const part = text === undefined ? before?.parts.get(key) : text === null ? undefined : readPart(text)
    // It was dropped between the two questions.
    if (part) parts.set(key, part)
  }
  return { parts, writtenAt }
}
