import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { asTexts, script, wordOf } from '../redis/script.ts'

/**
 * The steps on the keys of the format, each of which Redis runs as one: who is at work with which format, who has the
 * right to move the store, and what its format is.
 */

/** A process that did not say for so long that it is at work is gone. It says so every five seconds. */
export const AT_WORK_MS = 20_000
/** A process that moves the store and dies loses the right to after this time. */
export const MOVE_MS = 30_000

const KEYS = [names.format.mark(), names.format.atWork(), names.format.mover()]

const NOW = `
  local time = redis.call('TIME')
  local now = time[1] * 1000 + math.floor(time[2] / 1000)`

/** An absent text is empty, and each other has a sign before it. */
const MARK_NOW = `
  local text = redis.call('GET', KEYS[1])
  local mark = text and ('=' .. text) or ''`

/** KEYS ?, at work. ARGV process. Out of memory, Redis lets a script write only when its first write frees memory. */
const FREES_FIRST = `redis.call('HDEL', KEYS[2], ARGV[1])`

/** KEYS mark, at work. ARGV process, format. */
const ENTER = script(
  `${NOW}
   ${MARK_NOW}
   ${FREES_FIRST}
   redis.call('HSET', KEYS[2], ARGV[1], ARGV[2] .. ' ' .. string.format('%.0f', now))
   return mark`,
  (raw) => textOf(String(raw)),
)

const textOf = (mark: string): string | null => (mark === '' ? null : mark.slice(1))
const markOf = (text: string | null): string => (text === null ? '' : `=${text}`)

/**
 * KEYS mark, at work, mover. ARGV process, text that was read, next format, text of the move, then entries that were not
 * renewed. One of those that lies ahead is of a clock that was set back: it would count for as long as that.
 */
const TAKE = script(
  `${NOW}
   ${MARK_NOW}
   ${FREES_FIRST}
   local mover = redis.call('GET', KEYS[3])
   if mover and mover ~= ARGV[1] then return { 'held', mover } end
   if mark ~= ARGV[2] then return { 'changed' } end
   local silent = {}
   for at = 5, #ARGV, 2 do silent[ARGV[at]] = ARGV[at + 1] end
   local older = { 'older' }
   local all = redis.call('HGETALL', KEYS[2])
   for at = 1, #all, 2 do
     local format, seen = string.match(all[at + 1], '^(%d+) (%d+)$')
     local isOver = not seen or tonumber(seen) < now - ${AT_WORK_MS}
     local isAhead = seen and tonumber(seen) > now and silent[all[at]] == all[at + 1]
     if isOver or isAhead then redis.call('HDEL', KEYS[2], all[at])
     elseif tonumber(format) < tonumber(ARGV[3]) then table.insert(older, all[at]) end
   end
   if #older > 1 then return older end
   redis.call('SET', KEYS[3], ARGV[1], 'PX', ${MOVE_MS})
   redis.call('SET', KEYS[1], ARGV[4])
   return { 'taken' }`,
  (raw): Taken => {
    const [word, ...named] = asTexts(raw)
    return { kind: wordOf(word, ['taken', 'held', 'older', 'changed']), named }
  },
)

/** KEYS mark, mover. ARGV process, text. */
const WRITE = script(
  `if redis.call('GET', KEYS[2]) ~= ARGV[1] then return 0 end
   -- First, since it needs no memory: a full store can be left.
   redis.call('PEXPIRE', KEYS[2], ${MOVE_MS})
   redis.call('SET', KEYS[1], ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS mark, came by. ARGV text that must be there, text, what it came by or ''. */
const CHANGE = script(
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
   redis.call('DEL', KEYS[2])
   redis.call('SET', KEYS[1], ARGV[2])
   if ARGV[3] ~= '' then redis.call('SET', KEYS[2], ARGV[3]) end
   return 1`,
  (raw) => raw === 1,
)

/** KEYS mark, came by. ARGV text that must be there, text, what it must say that it came by. */
const OPEN = script(
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] or redis.call('GET', KEYS[2]) ~= ARGV[3] then return 0 end
   -- First, since it needs no memory.
   redis.call('PERSIST', KEYS[1])
   redis.call('SET', KEYS[1], ARGV[2])
   return 1`,
  (raw) => raw === 1,
)

/** KEYS mark, came by. ARGV text that must be there. */
const FORGET = script(
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
   redis.call('DEL', KEYS[2])
   return redis.call('DEL', KEYS[1])`,
  (raw) => raw === 1,
)

/** KEYS mover. ARGV process. */
const KEEP = script(
  `if redis.call('GET', KEYS[1]) ~= ARGV[1] then return 0 end
   return redis.call('PEXPIRE', KEYS[1], ${MOVE_MS})`,
  (raw) => raw === 1,
)

/** KEYS mover. ARGV process. */
const RELEASE = script(
  `if redis.call('GET', KEYS[1]) == ARGV[1] then return redis.call('DEL', KEYS[1]) end return 0`,
  Number,
)

/** Enters a process as one that is at work with this format, and returns the text of the mark; `null` without one. */
export const enterAtWork = (redis: RedisClient, process: string, format: number): Promise<string | null> =>
  ENTER.run(redis, KEYS.slice(0, 2), [process, format])

export const leaveWork = async (redis: RedisClient, process: string): Promise<void> => {
  await redis.hdel(names.format.atWork(), process)
}

/** What became of asking for the right to move the store. */
export interface Taken {
  /** `changed`: the mark is another by now. */
  readonly kind: 'taken' | 'held' | 'older' | 'changed'
  /** Who has the right, or which processes of older formats are at work. */
  readonly named: readonly string[]
}

/**
 * Takes the right to move the store and marks it as being moved, in one step with looking for processes of an older
 * format that are at work: none of them can begin between.
 *
 * @param seen the text of the mark that was read
 * @param silent entries of those at work, by process, that were not renewed for longer than one at work takes to
 */
export const takeMove = (
  redis: RedisClient,
  on: { readonly process: string; readonly seen: string | null; readonly to: number; readonly text: string },
  silent: Readonly<Record<string, string>> = {},
): Promise<Taken> =>
  TAKE.run(redis, KEYS, [on.process, markOf(on.seen), on.to, on.text, ...Object.entries(silent).flat()])

/** Writes the mark, if this process still has the right to. */
export const writeMarkAs = (redis: RedisClient, process: string, text: string): Promise<boolean> =>
  WRITE.run(redis, [KEYS[0]!, KEYS[2]!], [process, text])

const COPY_KEYS = [names.format.mark(), names.format.cameBy()]

/** Says at the end that is filled that another run fills it now; false when it does not say what was read. */
export const fillAnew = (redis: RedisClient, was: string, text: string): Promise<boolean> =>
  CHANGE.run(redis, COPY_KEYS, [was, text, ''])

/**
 * Says of a copy that it is whole, and what it came by: from now on it is opened, and never filled once more. Needs
 * whatever opening it needs. False when it is not the copy of this run.
 */
export const sayWhole = (redis: RedisClient, filling: string, cameBy: string): Promise<boolean> =>
  CHANGE.run(redis, COPY_KEYS, [filling, filling, cameBy])

/** Gives a copy its mark; false when it is not the copy of this run, or nobody said that it is whole. */
export const openCopy = (redis: RedisClient, filling: string, mark: string, cameBy: string): Promise<boolean> =>
  OPEN.run(redis, COPY_KEYS, [filling, mark, cameBy])

/** Deletes the mark of a copy; false when another is there. */
export const forgetCopy = (redis: RedisClient, filling: string): Promise<boolean> =>
  FORGET.run(redis, COPY_KEYS, [filling])

export const keepMove = (redis: RedisClient, process: string): Promise<boolean> =>
  KEEP.run(redis, [KEYS[2]!], [process])

export const releaseMove = async (redis: RedisClient, process: string): Promise<void> => {
  await RELEASE.run(redis, [KEYS[2]!], [process])
}
