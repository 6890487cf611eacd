import type { Redis } from 'ioredis'
import { names } from '../redis/names.ts'

/** How the last ticks of one actor went. */
export interface ActorHealth {
  /** Unix milliseconds of the last tick that left something behind; 0 when none did. */
  readonly succeededAt: number
  /** Unix milliseconds of the last tick that did not; 0 when none. */
  readonly failedAt: number
  /** Why, in a few words. */
  readonly reason: string
}

/** The name under which the bookkeeper's health is told. */
export const BOOKKEEPER = 'bookkeeper'

/** What operators want to know about actors. Written by workers, shown on the admin port. */
export interface HealthStore {
  succeeded(actor: string, at: number): Promise<void>
  failed(actor: string, at: number, reason: string): Promise<void>
  /** The actor is gone. */
  forget(actors: readonly string[]): Promise<void>
  all(): Promise<Readonly<Record<string, ActorHealth>>>
}

export const healthStore = (redis: Redis): HealthStore => ({
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
