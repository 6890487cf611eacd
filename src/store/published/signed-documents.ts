import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'

/** Signed documents that are free of charge: workers write them when they start, servers return them unchanged. */
export interface SignedDocumentStore {
  /** @param path the path at which it is read: `/oracle/volatility/btc/usd/methodology` */
  write(path: string, body: string): Promise<void>
  read(path: string): Promise<string | null>
}

export const signedDocumentStore = (redis: RedisClient): SignedDocumentStore => ({
  write: async (path, body) => {
    await redis.set(names.notice(path), body)
  },
  read: (path) => redis.get(names.notice(path)),
})
