import type { Redis } from 'ioredis'
import { fence } from './fence.ts'
import { names } from './names.ts'
import { asNumber, script } from './script.ts'

/** What lies in the store for one board. */
export interface StoredBoard {
  /** Unix milliseconds of the poll. */
  readonly at: number
  readonly state: unknown
}

/** Boards of provider endpoints: written by polled actors, read by derived ones. */
export interface BoardStore {
  /** Writes unless a later poll already lies there; says whether it did. */
  write(id: string, at: number, state: unknown, keepSeconds?: number): Promise<boolean>
  /** One round trip for all; absent boards are `null`. */
  read(ids: readonly string[]): Promise<readonly (StoredBoard | null)[]>
}

const WRITE = script(
  `local at = redis.call('HGET', KEYS[1], 'at')
   ${fence('at', 'ARGV[1]', 1_000)}
   redis.call('HSET', KEYS[1], 'at', ARGV[1], 'state', ARGV[2])
   if ARGV[3] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
   return 1`,
  (raw) => asNumber(raw) === 1,
)

const MOST_PARSED = 2_000

/** Many feeds read the same board within one poll: a text that has not changed is not parsed again. */
export const boardStore = (redis: Redis): BoardStore => {
  const parsed = new Map<string, StoredBoard>()
  return {
    write: (id, at, state, keepSeconds) =>
      WRITE.run(redis, [names.board(id)], [at, JSON.stringify(state), keepSeconds ?? '']),
    read: async (ids) => {
      const ats = await Promise.all(ids.map((id) => redis.hget(names.board(id), 'at')))
      return Promise.all(
        ids.map(async (id, index) => {
          const at = ats[index] ?? null
          if (at === null) return null
          const known = parsed.get(id)
          if (known?.at === Number(at)) return known
          const [stamp, text] = await redis.hmget(names.board(id), 'at', 'state')
          if (!stamp || !text) return null
          const board: StoredBoard = { at: Number(stamp), state: JSON.parse(text) as unknown }
          parsed.set(id, board)
          // Boards of places come and go; those that stay are read all the time and come back at once.
          if (parsed.size > MOST_PARSED) parsed.delete(parsed.keys().next().value!)
          return board
        }),
      )
    },
  }
}
