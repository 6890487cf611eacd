import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { fence } from '../redis/fence.ts'
import { boardLease, names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import { ofKind, orTold, orToldLater, readWholeNumber, remade, untold } from '../redis/stored.ts'

/** The stored state of one board. */
export interface StoredBoard {
  /** Unix milliseconds of the poll. */
  readonly at: number
  readonly state: unknown
}

/** Boards of provider endpoints: written by polled actors and collectors, read by derived ones. */
export interface BoardStore {
  /** Writes unless a later poll is stored, or this one is ahead of the store's clock; returns whether it wrote. */
  write(id: string, at: number, state: unknown, keepSeconds?: number): Promise<boolean>
  /** One round trip for all; absent boards are `null`. */
  read(ids: readonly string[]): Promise<readonly (StoredBoard | null)[]>
}

/** Boards that may also be written under a lease, by its holder only. */
export interface HeldBoardStore extends BoardStore {
  /**
   * False when this holder does not have the lease. A holder that was suspended while another took over must not write
   * its old state over the new one. The clocks of holders differ, so only the lease decides, never the time.
   */
  writeHeld(id: string, at: number, state: unknown, holder: string): Promise<boolean>
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
   -- Readers tell states apart by their times, so two states must never have the same one.
   if stored >= at then at = stored + 1 end
   redis.call('HSET', KEYS[1], 'at', string.format('%.0f', at), 'state', ARGV[2])
   return 1`,
  (raw) => asNumber(raw) === 1,
)

/** The feed knows the schema of its board; here it is any JSON value. */
const STATE = remade('board', Type.Unknown())

/** Throws `UnreadableRecord`. */
const readBoard = (at: string, text: string): StoredBoard | null => {
  const state = STATE.parse(text)
  return state === null ? null : { at: readWholeNumber(STATE.kind, 'at', at), state }
}

const MOST_PARSED = 2_000

/**
 * Many feeds read the same board within one poll, so a text that has not changed is not parsed again.
 * @param told is called with boards that cannot be read: they are made again
 */
export const boardStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): HeldBoardStore => {
  const writing = writeScript(clock)
  const parsed = new Map<string, StoredBoard>()
  return {
    write: (id, at, state, keepSeconds) =>
      writing.run(redis, [names.board(id)], [at, STATE.write(state), keepSeconds ?? '']),
    writeHeld: (id, at, state, holder) =>
      WRITE_HELD.run(redis, [names.board(id), names.lease(boardLease(id))], [at, STATE.write(state), holder]),
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
          // Boards of places come and go. A board that is still used is read all the time, and is parsed again at once.
          if (parsed.size > MOST_PARSED) parsed.delete(parsed.keys().next().value!)
          return board
        }),
      )
    },
  }
}
