import type { Redis } from 'ioredis'
import { names } from '../redis/names.ts'

/** Signed documents that are given away: written by workers as they start, handed out by servers as they are. */
export interface SignedDocumentStore {
  /** @param path where it is read: `/oracle/volatility/btc/usd/methodology` */
  write(path: string, body: string): Promise<void>
  read(path: string): Promise<string | null>
}

export const signedDocumentStore = (redis: Redis): SignedDocumentStore => ({
  write: async (path, body) => {
    await redis.set(names.notice(path), body)
  },
  read: (path) => redis.get(names.notice(path)),
})
