import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'

/** The results of the last ticks of one actor. */
export interface ActorHealth {
  /** Unix milliseconds of the last tick that published or recorded something; 0 when none did. */
  readonly succeededAt: number
  /** Unix milliseconds of the last tick that did not; 0 when none. */
  readonly failedAt: number
  /** Why, in a few words. */
  readonly reason: string
}

/** The name of the bookkeeper in these records. */
export const BOOKKEEPER = 'bookkeeper'

/** The health of actors, for operators. Workers write it, the admin port shows it. */
export interface HealthStore {
  succeeded(actor: string, at: number): Promise<void>
  failed(actor: string, at: number, reason: string): Promise<void>
  /** The actors no longer exist. */
  forget(actors: readonly string[]): Promise<void>
  all(): Promise<Readonly<Record<string, ActorHealth>>>
}

export const healthStore = (redis: RedisClient): HealthStore => ({
  succeeded: async (actor, at) => {
    await redis.hset(names.healths(), `${actor}|ok`, at)
  },
  failed: async (actor, at, reason) => {
    await redis.hset(names.healths(), `${actor}|no`, `${at} ${reason}`)
  },
  forget: async (actors) => {
    if (actors.length > 0)
      await redis.hdel(names.healths(), ...actors.flatMap((actor) => [`${actor}|ok`, `${actor}|no`]))
  },
  all: async () => {
    const found: Record<string, ActorHealth> = {}
    for (const [key, value] of Object.entries(await redis.hgetall(names.healths()))) {
      const bar = key.lastIndexOf('|')
      const actor = key.slice(0, bar)
      const before = found[actor] ?? { succeededAt: 0, failedAt: 0, reason: '' }
      const blank = value.indexOf(' ')
      found[actor] = key.endsWith('|ok')
        ? { ...before, succeededAt: Number(value) }
        : { ...before, failedAt: Number(value.slice(0, blank)), reason: value.slice(blank + 1) }
    }
    return found
  },
})
