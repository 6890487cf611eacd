import { deflateRawSync, inflateRawSync } from 'node:zlib'
import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { REDELIVERY_MS } from './redelivery.ts'
import { AnyJson, ofKind, stored, UnreadableRecord } from '../redis/stored.ts'

/**
 * Answers that were made for one request, up to hundreds of kilobytes each. They are kept apart from their claims: a
 * claim is remembered for a day, an answer is handed out again for minutes only.
 */
export interface AnswerStore {
  /**
   * Keeps it a little longer than an answer is handed out again. An answer that nobody waits for any more then expires.
   */
  keep(id: string, body: string): Promise<void>
  /** Keeps it for this long, because its payment may be settled late. False when the answer is gone. */
  hold(id: string, keepSeconds: number): Promise<boolean>
  /** The answer was delivered: from now on it is kept for the first, short time again. */
  delivered(id: string): Promise<void>
  /** `null` when it is gone. */
  read(id: string): Promise<string | null>
  drop(id: string): Promise<void>
}

const KEPT_SECONDS = REDELIVERY_MS / 1_000 + 60

const KIND = 'answer'
const BODY = stored(KIND, Type.Record(Type.String(), AnyJson))

const inflated = (bytes: Buffer): string => {
  try {
    return inflateRawSync(bytes).toString()
  } catch {
    throw new UnreadableRecord(KIND, 'it cannot be unpacked')
  }
}

/** Throws `Unreadable`. */
const unpacked = (bytes: Buffer): string => {
  const text = inflated(bytes)
  BODY.parse(text)
  return text
}

export const answerStore = (redis: RedisClient): AnswerStore => ({
  keep: async (id, body) => {
    await redis.set(names.answer(id), deflateRawSync(body), 'EX', KEPT_SECONDS)
  },
  hold: async (id, keepSeconds) => (await redis.expire(names.answer(id), Math.max(keepSeconds, KEPT_SECONDS))) === 1,
  delivered: async (id) => {
    await redis.expire(names.answer(id), KEPT_SECONDS)
  },
  read: async (id) => {
    const found = await ofKind(KIND, redis.getBuffer(names.answer(id)))
    return found && unpacked(found)
  },
  drop: async (id) => {
    await redis.del(names.answer(id))
  },
})
