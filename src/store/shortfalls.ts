import type { Redis } from 'ioredis'
import type { Json } from '../canonical/jcs.ts'
import { names } from './names.ts'

/** Why the last tick of an actor published nothing. */
export interface ToldShortfall {
  /** Unix seconds of that tick. */
  readonly at: number
  readonly reason: string
  readonly message: string
  readonly facts: Readonly<Record<string, Json>>
}

/** Reasons for having nothing to sell. Workers tell them, servers hand them on; they decide nothing. */
export interface ShortfallStore {
  tell(actor: string, shortfall: ToldShortfall, keepSeconds: number): Promise<void>
  read(actor: string): Promise<ToldShortfall | null>
}

export const shortfallStore = (redis: Redis): ShortfallStore => ({
  tell: async (actor, shortfall, keepSeconds) => {
    await redis.set(names.shortfall(actor), JSON.stringify(shortfall), 'EX', keepSeconds)
  },
  read: async (actor) => {
    const text = await redis.get(names.shortfall(actor))
    return text === null ? null : (JSON.parse(text) as ToldShortfall)
  },
})
