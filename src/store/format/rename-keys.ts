import type { RedisClient } from '../redis/client.ts'
import { script } from '../redis/script.ts'
import { StoreNotReady } from './format-faults.ts'
import type { Move } from './move.ts'
import { ownKeys } from './own-keys.ts'

/** What lies under a name that a process of an older release must not use. */
const BAR = 'A later release of this service has renamed this key.'

/** KEYS the name now, the next name. ARGV whether the key is remade. Never writes over a key that is there. */
const RENAME = script(
  `if redis.call('EXISTS', KEYS[1]) == 0 then return 0 end
   if redis.call('TYPE', KEYS[1]).ok == 'string' and redis.call('GET', KEYS[1]) == '${BAR}' then return 0 end
   if redis.call('EXISTS', KEYS[2]) == 1 then
     if ARGV[1] ~= '1' then return 2 end
     redis.call('DEL', KEYS[1])
     return 1
   end
   redis.call('RENAME', KEYS[1], KEYS[2])
   return 1`,
  Number,
)

const BOTH = 2

/**
 * Renames every key of ours for which there is another name. Contents and lifetimes stay. After a crash it is called
 * again: what has its new name already stays as it is. It goes over all keys until nothing is left to rename.
 *
 * Rejects with `StoreNotReady` when a key is there under both names: one of them was written by a process that should not
 * have been at work, and nobody but an operator knows which is to stay.
 *
 * @param renamed gives the new name of a key; `null`, or the same one, when it stays. A new name must stay too
 * @param remade whether a key is one that is written again all the time: where it is there under both names, the new one stays
 */
export const renameKeys = async (
  redis: RedisClient,
  move: Move,
  renamed: (key: string) => string | null,
  remade: (key: string) => boolean = () => false,
): Promise<number> => {
  let done = 0
  for (;;) {
    let found = 0
    for await (const page of ownKeys(redis)) {
      await move.keep(done)
      const pairs = page.flatMap((key) => {
        const next = renamed(key)
        if (next === null || next === key) return []
        if ((renamed(next) ?? next) !== next) throw new Error('a new name of a key would be renamed again')
        return [[key, next] as const]
      })
      const results = await Promise.all(pairs.map((pair) => RENAME.run(redis, pair, [remade(pair[0]) ? 1 : 0])))
      const both = results.filter((result) => result === BOTH).length
      if (both > 0)
        throw new StoreNotReady(
          `${both} keys of the store are there under their name of before and under their new one: a process of an older release has written after the move. Stop all processes and put the backup from before the update in place (docs/upgrading.md).`,
        )
      const moved = results.filter((result) => result === 1).length
      found += moved
      done += moved
    }
    if (found === 0) return done
  }
}

/**
 * Puts a text under a name that is no longer used, so that a process of a release which knows no format stops at it with
 * `WRONGTYPE` in place of taking the store for an empty one. Of use for a name whose key such a process reads before it
 * does anything else, and which held no text. At the end of a step; `renameKeys` leaves it where it is. Rejects with
 * `StoreNotReady` when something lies there.
 */
export const barName = async (redis: RedisClient, name: string): Promise<void> => {
  if ((await redis.set(name, BAR, 'NX')) === 'OK') return
  if ((await redis.type(name)) === 'string' && (await redis.get(name)) === BAR) return
  throw new StoreNotReady(
    `A process of an older release has written ${name} while it was being renamed. Stop it and start again (docs/upgrading.md).`,
  )
}
