import type { Redis } from 'ioredis'
import { kindOf } from './key-kinds.ts'

/** Counts the keys of a Redis by kind, and weighs those that never expire. */

export interface KindCount {
  readonly keys: number
  /** Of those, how many have no end. */
  readonly endless: number
  /** What these take, bytes; a long list or set by a sample of its entries. */
  readonly endlessBytes: number
}

const PAGE = 500
const NO_END = -1

export const census = async (redis: Redis): Promise<ReadonlyMap<string, KindCount>> => {
  const found = new Map<string, KindCount>()
  const seen = new Set<string>()
  for (let cursor = ''; cursor !== '0';) {
    const [next, page] = await redis.scan(cursor || '0', 'COUNT', PAGE)
    cursor = next
    // A scan may show a key twice.
    const keys = page.filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    const ends = await Promise.all(keys.map((key) => redis.ttl(key)))
    const endless = keys.map((_, at) => ends[at] === NO_END)
    const bytes = await Promise.all(
      keys.map(async (key, at) => (endless[at] ? Number((await redis.memory('USAGE', key)) ?? 0) : 0)),
    )
    for (const [at, key] of keys.entries()) {
      const kind = kindOf(key)
      const before = found.get(kind) ?? { keys: 0, endless: 0, endlessBytes: 0 }
      found.set(kind, {
        keys: before.keys + 1,
        endless: before.endless + (endless[at] ? 1 : 0),
        endlessBytes: before.endlessBytes + bytes[at]!,
      })
    }
  }
  return found
}
