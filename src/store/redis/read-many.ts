import type { RedisClient } from './client.ts'

/**
 * The texts of many keys, wherever they lie; `null` for one that is absent or of another type. One command a key, all in
 * one write: a command with keys of several slots is refused by a cluster.
 */
export const readMany = async (redis: RedisClient, keys: readonly string[]): Promise<readonly (string | null)[]> => {
  // `MGET` reads a key of another type as absent, and `GET` refuses it.
  const found = await Promise.all(keys.map((key) => redis.mget(key)))
  return found.map(([text]) => text ?? null)
}
