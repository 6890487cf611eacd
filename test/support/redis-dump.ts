import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Redis } from 'ioredis'
import type { Haystack } from './needles.ts'

/** Everything that lies in a Redis: every key of every type with all that is in it, BullMQ's included. */

/** Replies of any depth, flattened. */
const flat = (reply: unknown): readonly Uint8Array[] => {
  if (Array.isArray(reply)) return reply.flatMap(flat)
  return reply === null || reply === undefined ? [] : [reply instanceof Uint8Array ? reply : Buffer.from(String(reply))]
}

const READS: Readonly<Record<string, (redis: Redis, key: Buffer) => Promise<unknown>>> = {
  string: (redis, key) => redis.getBuffer(key),
  hash: (redis, key) => Promise.all([redis.hkeysBuffer(key), redis.hvalsBuffer(key)]),
  list: (redis, key) => redis.lrangeBuffer(key, 0, -1),
  set: (redis, key) => redis.smembersBuffer(key),
  zset: (redis, key) => redis.zrangeBuffer(key, '0', '-1', 'WITHSCORES'),
  stream: (redis, key) => redis.xrangeBuffer(key, '-', '+'),
}

/** One haystack per key; its name stands in it too. Throws on a type that it cannot read. */
export const dumpRedis = async (redis: Redis): Promise<readonly Haystack[]> => {
  const dumpOf = async (key: Buffer): Promise<Haystack> => {
    const place = `redis ${key.toString()}`
    const type = await redis.type(key)
    // Its time ended between the two questions.
    if (type === 'none') return { place, bytes: key }
    const read = READS[type]
    if (!read) throw new Error(`${key.toString()} is a ${type}, which this dump cannot read`)
    const inside = flat(await read(redis, key))
    return { place, bytes: Buffer.concat([key, ...inside.flatMap((each) => [LINE, each])]) }
  }
  return Promise.all((await redis.keysBuffer('*')).map(dumpOf))
}

const LINE = Buffer.from('\n')

/** Files of a folder and below, whole: an append-only file tells what lay in Redis and was deleted since. */
export const filesIn = (folder: string): readonly Haystack[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => ({ place: name, bytes: readFileSync(join(parentPath, name)) }))
