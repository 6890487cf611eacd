import type { RedisClient } from '../redis/client.ts'
import { primariesWith } from '../redis/cluster-nodes.ts'
import { names } from '../redis/names.ts'

/** Every key of ours, whatever the release that wrote it, begins like this. Others may lie in the same Redis. */
const OURS = /^\{?claros[:}/]/
const MATCH = '*claros*'
const PAGE = 1_000

const { earlierReports: _, ...OF_FORMAT } = names.format
const FORMAT_KEYS: readonly string[] = Object.values(OF_FORMAT).map((name) => name())
/** They end by themselves within seconds. */
const PROBE = names.writeProbe().split(':').at(-1)!

const isKept = (key: string): boolean => OURS.test(key) && !FORMAT_KEYS.includes(key) && !key.endsWith(`:${PROBE}`)

/** Pages of the names of all keys of ours, but those of the format and probes. A key may come twice. */
export async function* ownKeys(redis: RedisClient): AsyncGenerator<readonly string[]> {
  // Each primary of a cluster knows the keys that lie in it.
  for (const place of primariesWith(redis)) {
    let cursor = '0'
    do {
      const [next, page] = await place.scan(cursor, 'MATCH', MATCH, 'COUNT', PAGE)
      cursor = next
      yield page.filter(isKept)
    } while (cursor !== '0')
  }
}

/** Whether nothing of ours lies in this Redis. */
export const isUnused = async (redis: RedisClient): Promise<boolean> => {
  for await (const page of ownKeys(redis)) if (page.length > 0) return false
  return true
}
