import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import type { Json } from '../../canonical/jcs.ts'
import { names } from '../redis/names.ts'
import { readMany } from '../redis/read-many.ts'
import { AnyJson, orTold, remade, untold } from '../redis/stored.ts'

/** Why the last tick of an actor published nothing. */
export interface ToldShortfall {
  /** Unix seconds of that tick. */
  readonly at: number
  readonly reason: string
  readonly message: string
  readonly facts: Readonly<Record<string, Json>>
}

/**
 * The reasons why actors have nothing to sell. Workers write them and servers show them; nothing is decided by them.
 */
export interface ShortfallStore {
  tell(actor: string, shortfall: ToldShortfall, keepSeconds: number): Promise<void>
  read(actor: string): Promise<ToldShortfall | null>
  /** The same for several actors, in their order; one that cannot be read is reported and left out. */
  readAll(actors: readonly string[]): Promise<readonly (ToldShortfall | null)[]>
}

const SHORTFALL = remade(
  'shortfall',
  Type.Object({
    at: Type.Number(),
    reason: Type.String(),
    message: Type.String(),
    facts: Type.Record(Type.String(), AnyJson),
  }),
)

export const shortfallStore = (redis: RedisClient, told = untold): ShortfallStore => ({
  tell: async (actor, shortfall, keepSeconds) => {
    await redis.set(names.shortfall(actor), SHORTFALL.write(shortfall), 'EX', keepSeconds)
  },
  read: async (actor) => {
    const text = await redis.get(names.shortfall(actor))
    return text === null ? null : SHORTFALL.parse(text)
  },
  readAll: async (actors) => {
    const texts = await readMany(redis, actors.map(names.shortfall))
    return texts.map((text) => (text === null ? null : orTold(told, () => SHORTFALL.parse(text))))
  },
})
