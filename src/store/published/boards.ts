import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { fence } from '../redis/fence.ts'
import { boardLease, names } from '../redis/names.ts'
import { asNumber, script } from '../redis/script.ts'
import { REDIS_TIME, type StoreClock } from '../redis/store-clock.ts'
import {
  type ChangedParts,
  LATER_THAN_STORED,
  NO_OTHER_TYPE,
  type ReadParts,
  readParts,
  writeParts,
  type WroteParts,
} from './board-parts.ts'
import { ofKind, orToldLater, readWholeNumber, remade, UnreadableRecord, untold } from '../redis/stored.ts'

/** The stored state of one board. */
export interface StoredBoard {
  /** Unix milliseconds of the poll. */
  readonly at: number
  /** Of one that is stored in parts everything else. */
  readonly state: unknown
  /** By key; absent where the whole state is stored, or where they were not asked for. */
  readonly parts?: ReadonlyMap<string, object>
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
  /** The same in parts: writes what changed, and the head, which is everything else. */
  writeParts(id: string, at: number, head: unknown, holder: string, changes: ChangedParts): Promise<WroteParts>
  /** For those who need no parts. */
  readHeads(ids: readonly string[]): Promise<readonly (StoredBoard | null)[]>
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
   ${NO_OTHER_TYPE}
   local stored = redis.call('HGET', KEYS[1], 'at')
   local at = ${LATER_THAN_STORED}
   redis.call('HSET', KEYS[1], 'at', string.format('%.0f', at), 'state', ARGV[2])
   return 1`,
  (raw) => asNumber(raw) === 1,
)

/** The feed knows the schema of its board; here it is any JSON value. */
const STATE = remade('board', Type.Unknown())

/** Without its parts it says too little, so releases that know no parts must not read it (decision 0194). */
const HEAD = remade('board', Type.Unknown(), 2)

/** A board as it was read. */
interface Parsed {
  readonly board: StoredBoard
  /** `null` where its state is whole. */
  readonly inParts: ReadParts | null
}

const MOST_PARSED = 2_000

/**
 * Many feeds read the same board within one poll, so a text that has not changed is not parsed again.
 * @param told is called with boards that cannot be read: they are made again
 */
export const boardStore = (redis: RedisClient, clock = REDIS_TIME, told = untold): HeldBoardStore => {
  const writing = writeScript(clock)
  const parsed = new Map<string, Parsed>()

  const keep = (id: string, read: Parsed): StoredBoard => {
    parsed.set(id, read)
    // Boards of places come and go. A board that is still used is read all the time, and is parsed again at once.
    if (parsed.size > MOST_PARSED) parsed.delete(parsed.keys().next().value!)
    return read.board
  }

  /** Throws `UnreadableRecord`. */
  const readInParts = async (id: string): Promise<StoredBoard | null> => {
    const before = parsed.get(id)
    const known = before?.inParts ? { at: before.board.at, parts: before.inParts } : null
    const { at, state, count, parts } = await readParts(redis, id, known)
    if (!at || !state) return null
    const head = HEAD.parse(state)
    // Another holder wrote it whole meanwhile, and whoever reads next finds that.
    if (head === null) return null
    if (parts?.byKey.size !== readWholeNumber(STATE.kind, 'parts', count))
      throw new UnreadableRecord(STATE.kind, 'parts of it are missing')
    const board = { at: readWholeNumber(STATE.kind, 'at', at), state: head, parts: parts.byKey }
    return keep(id, { board, inParts: parts })
  }

  /** Throws `UnreadableRecord`. */
  const readNow = async (id: string, withParts: boolean): Promise<StoredBoard | null> => {
    const [stamp, text] = await redis.hmget(names.board(id), 'at', 'state')
    if (!stamp || !text) return null
    const state = STATE.parse(text)
    const head = state === null ? HEAD.parse(text) : null
    if (head !== null && withParts) return readInParts(id)
    if (state === null && head === null) return null
    const board = { at: readWholeNumber(STATE.kind, 'at', stamp), state: state ?? head }
    return state === null ? board : keep(id, { board, inParts: null })
  }

  const read = async (ids: readonly string[], withParts: boolean): Promise<readonly (StoredBoard | null)[]> => {
    const ats = await Promise.all(
      ids.map((id) => orToldLater(told, ofKind(STATE.kind, redis.hget(names.board(id), 'at')))),
    )
    return Promise.all(
      ids.map(async (id, index) => {
        const at = ats[index] ?? null
        if (at === null) return null
        const known = parsed.get(id)?.board
        return known?.at === Number(at) ? known : orToldLater(told, readNow(id, withParts))
      }),
    )
  }

  return {
    write: (id, at, state, keepSeconds) =>
      writing.run(redis, [names.board(id)], [at, STATE.write(state), keepSeconds ?? '']),
    writeHeld: (id, at, state, holder) =>
      WRITE_HELD.run(redis, [names.board(id), names.lease(boardLease(id))], [at, STATE.write(state), holder]),
    writeParts: (id, at, head, holder, changes) =>
      writeParts(redis, id, names.lease(boardLease(id)), [at, HEAD.write(head), holder], changes),
    read: (ids) => read(ids, true),
    readHeads: (ids) => read(ids, false),
  }
}
