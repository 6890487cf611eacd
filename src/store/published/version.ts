import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'

/** A version or a count; `null` for what is no whole number. */
export const asCount = (text: string | null): number | null =>
  text !== null && /^\d{1,15}$/.test(text) ? Number(text) : null

/** Unix seconds of an actor's newest snapshot; `null` where there is none, or something else. */
export const versionOf = async (redis: RedisClient, actor: string): Promise<number | null> => {
  // In place of GET: it reads a key of another type as absent.
  const [found] = await redis.mget(names.version(actor))
  return asCount(found ?? null)
}
