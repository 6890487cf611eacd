import type { Redis } from 'ioredis'
import type { RedisClient } from './client.ts'
import { createLine, type LineParts } from './lasting-line.ts'
import { names } from './names.ts'
import { type ScriptCall, scriptsSentBy, sendAtOnce } from './script.ts'

/** What must not be lost with the primary waits for a replica, on a store that has some. How: `lasting-line.ts`. */
export interface Lasting {
  send(call: ScriptCall): Promise<unknown>
  /**
   * Resolves with what was read when it lasts, or when nothing rests on it.
   *
   * @param key one of those that are read: all lie in its slot
   */
  read<T>(key: string, read: (from: RedisClient) => Promise<T>, rests: (found: T) => boolean): Promise<T>
}

/** Connections whose store has replicas. */
const lastingOf = new WeakMap<RedisClient, Lasting>()

/** From now on what must last waits in this way, when it is asked for over `redis`. */
export const waitWith = (redis: RedisClient, lasting: Lasting): void => void lastingOf.set(redis, lasting)

/**
 * The way of one primary.
 *
 * @param parts of a second connection to the same store
 */
export const lastingOnOne = (redis: Redis, parts: Omit<LineParts, 'probeKey'>): Lasting => {
  const line = createLine({ ...parts, probeKey: names.writeProbe })
  return {
    send: line.send,
    read: async (_, read, rests) => {
      const era = line.era()
      const found = await read(redis)
      if (rests(found)) await line.all(era)
      return found
    },
  }
}

/**
 * A script whose result must last, or is answered from: see `script.ts`. `run` rejects with `NotLasting`, or with the
 * error of a lost connection, when it is not known whether it will.
 */
export const lastingScript = scriptsSentBy((redis, call) => lastingOf.get(redis)?.send(call) ?? sendAtOnce(redis, call))

/**
 * What was read lasts; rejects with `NotLasting` when that is not known.
 *
 * @param key one of those that are read: all lie in its slot
 * @param rests whether anything rests on what was found: only then it is waited for
 */
export const readLasting = <T>(
  redis: RedisClient,
  key: string,
  read: (from: RedisClient) => Promise<T>,
  rests: (found: T) => boolean = () => true,
): Promise<T> => lastingOf.get(redis)?.read(key, read, rests) ?? read(redis)
