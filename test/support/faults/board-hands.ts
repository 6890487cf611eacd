import type { Redis } from 'ioredis'
import { registry } from '../../../src/feeds/registry.ts'
import { names } from '../../../src/store/redis/names.ts'

/** What a test does with the stored state of boards: time that has passed, and venues of which nothing is known. */

/** The boards of these kinds: `perp/okx` is one of `perp`. */
export const boardsOf = (
  kinds: readonly string[],
  isMeant: (venue: string) => boolean = () => true,
): readonly string[] =>
  registry.boards
    .map(({ id }) => id)
    .filter((id) => {
      const [kind = '', venue = ''] = id.split('/')
      return kinds.includes(kind) && isMeant(venue)
    })

const SAME = `if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('SET', KEYS[1], ARGV[2], 'KEEPTTL') end`

export const boardHands = (redis: Redis) => ({
  /**
   * Changes what is stored of a board. A poll that is running may overwrite it, so it is done again until it shows.
   *
   * @param change of the state as JSON
   */
  async change(ids: readonly string[], change: (state: string, id: string) => string): Promise<void> {
    for (const id of ids) {
      const [at, before] = await redis.hmget(names.board(id), 'at', 'state')
      if (!at || !before) continue
      const after = change(before, id)
      // Readers tell states apart by their times.
      if (after !== before) await redis.hset(names.board(id), { at: Number(at) + 1, state: after })
    }
  },

  /** Nothing is known of these boards, as after their last answers have expired. Whoever is asked again may fill them. */
  async forget(ids: readonly string[]): Promise<void> {
    if (ids.length > 0) await redis.del(ids.map(names.board))
  },

  /** Changes what an actor remembers of its last tick, unless it has ticked meanwhile. */
  async remind(actor: string, change: (snapshot: string) => string): Promise<void> {
    const key = names.snapshot(actor)
    const before = await redis.get(key)
    if (before) await redis.eval(SAME, 1, key, before, change(before))
  },

  /** An actor that starts anew: nothing of it may be sold, and it remembers nothing. */
  async forgetActor(actor: string): Promise<void> {
    await redis.del(names.version(actor), names.snapshot(actor))
  },

  version: async (actor: string): Promise<number> => Number((await redis.get(names.version(actor))) ?? 0),
})

export type BoardHands = ReturnType<typeof boardHands>
