import { Type } from '@sinclair/typebox'
import type { Redis } from 'ioredis'
import { fence } from '../redis/fence.ts'
import { names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import { ofKind, orTold, orToldLater, readWholeNumber, remade, untold } from '../redis/stored.ts'

/** What lies in the store for one board. */
export interface StoredBoard {
  /** Unix milliseconds of the poll. */
  readonly at: number
  readonly state: unknown
}

/** Boards of provider endpoints: written by polled actors and collectors, read by derived ones. */
export interface BoardStore {
  /** Writes unless a later poll already lies there, or this one is ahead of the store's clock; says whether it did. */
  write(id: string, at: number, state: unknown, keepSeconds?: number): Promise<boolean>
  /** One round trip for all; absent boards are `null`. */
  read(ids: readonly string[]): Promise<readonly (StoredBoard | null)[]>
}

/** Boards under a lease as well: written by whoever holds it and by nobody else. */
export interface HeldBoardStore extends BoardStore {
  /**
   * False when this holder has not got the lease: one that was asleep while another took over cannot put its old state
   * over the new one. Clocks of holders differ, so that the lease alone decides and never the time.
   */
  writeHeld(id: string, at: number, state: unknown, lease: string, holder: string): Promise<boolean>
}

const writeScript = (clock: StoreClock) =>
  script(
    `local at = redis.call('HGET', KEYS[1], 'at')
   ${fence(clock, 'at', 'ARGV[1]', 1)}
   redis.call('HSET', KEYS[1], 'at', ARGV[1], 'state', ARGV[2])
   if ARGV[3] ~= '' then redis.call('EXPIRE', KEYS[1], ARGV[3]) end
   return 1`,
    (raw) => asNumber(raw) === 1,
  )

/** KEYS board, lease. ARGV at, state, holder. */
const WRITE_HELD = script(
  `if redis.call('GET', KEYS[2]) ~= ARGV[3] then return 0 end
   local at, stored = tonumber(ARGV[1]), tonumber(redis.call('HGET', KEYS[1], 'at') or 0)
   -- Readers know a state by its time: two states never share one.
   if stored >= at then at = stored + 1 end
   redis.call('HSET', KEYS[1], 'at', string.format('%.0f', at), 'state', ARGV[2])
   return 1`,
  (raw) => asNumber(raw) === 1,
)

/** What is in a board its feed says; here it is whatever JSON can say. */
const STATE = remade('board', Type.Unknown())

/** Throws `Unreadable`. */
const readBoard = (at: string, text: string): StoredBoard | null => {
  const state = STATE.parse(text)
  return state === null ? null : { at: readWholeNumber(STATE.kind, 'at', at), state }
}

const MOST_PARSED = 2_000

/** Many feeds read the same board within one poll: a text that has not changed is not parsed again. */
/** @param told hears of boards that cannot be read: they are made again */
export const boardStore = (redis: Redis, clock = REDIS_TIME, told = untold): HeldBoardStore => {
  const writing = writeScript(clock)
  const parsed = new Map<string, StoredBoard>()
  return {
    write: (id, at, state, keepSeconds) =>
      writing.run(redis, [names.board(id)], [at, STATE.write(state), keepSeconds ?? '']),
    writeHeld: (id, at, state, lease, holder) =>
      WRITE_HELD.run(redis, [names.board(id), names.lease(lease)], [at, STATE.write(state), holder]),
    read: async (ids) => {
      const ats = await Promise.all(
        ids.map((id) => orToldLater(told, ofKind(STATE.kind, redis.hget(names.board(id), 'at')))),
      )
      return Promise.all(
        ids.map(async (id, index) => {
          const at = ats[index] ?? null
          if (at === null) return null
          const known = parsed.get(id)
          if (known?.at === Number(at)) return known
          const [stamp, text] = await redis.hmget(names.board(id), 'at', 'state')
          if (!stamp || !text) return null
          const board = orTold(told, () => readBoard(stamp, text))
          if (board === null) return null
          parsed.set(id, board)
          // Boards of places come and go; those that stay are read all the time and come back at once.
          if (parsed.size > MOST_PARSED) parsed.delete(parsed.keys().next().value!)
          return board
        }),
      )
    },
  }
}
