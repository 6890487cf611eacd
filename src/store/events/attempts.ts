import type { RedisClient } from '../redis/client.ts'
import type { Unresolved } from '../../dlc/terms/answer.ts'
import { DAY_SECONDS } from '../../time-units.ts'
import { names } from '../redis/names.ts'
import { script, asTexts, wordOf } from '../redis/script.ts'
import { ofKind, oneOf, readWholeNumber, stored } from '../redis/stored.ts'

/**
 * Failed attempts to ask an event's resolver, and the time of the next one. A courier records the attempt before it
 * asks, so that only one of several couriers asks.
 */

/** The problem of an attempt, in one word. It is public, so it is never an error text of the network. */
const UNRESOLVED = [
  'unreadable',
  'not_an_outcome',
  'not_a_number',
  'not_a_whole_number',
  'not_a_price',
] as const satisfies readonly Unresolved['kind'][]

const ATTEMPT_PROBLEMS = [
  ...UNRESOLVED,
  /** The address may not be called. */
  'refused',
  'timeout',
  'unreachable',
  'too_large',
  /** Any status but 200. */
  'status',
] as const
export type AttemptProblem = (typeof ATTEMPT_PROBLEMS)[number]

const KIND = 'attempt'
const PROBLEM = stored(KIND, oneOf(ATTEMPT_PROBLEMS))

export interface Attempts {
  /** Attempts begun, the running one included. */
  readonly made: number
  /**
   * Unix milliseconds: no attempt before this time; while an attempt runs, the time until which others wait for it.
   * `null`: never asked.
   */
  readonly nextAt: number | null
  readonly lastProblem: AttemptProblem | null
  /** Unix milliseconds at which the last attempt began. */
  readonly lastAt: number | null
}

export type Begun =
  /** The caller may make this attempt; `number` counts from 1. */
  | { readonly kind: 'begun'; readonly number: number }
  /** Another process makes an attempt, or the time has not come. */
  | { readonly kind: 'not_yet'; readonly nextAt: number }

export interface AttemptStore {
  of(eventId: string): Promise<Attempts>
  /**
   * @param waitMs how long others leave the event alone: longer than an attempt takes, since the process that makes it
   *   may die
   */
  begin(eventId: string, now: number, waitMs: number): Promise<Begun>
  /** `false` when another attempt has begun since: its result counts, not this one. */
  fail(eventId: string, number: number, problem: AttemptProblem, nextAt: number): Promise<boolean>
}

/** Counted from the last attempt. An open event is asked every hour, so only the record of a resolved event expires. */
const KEEP_SECONDS = 30 * DAY_SECONDS

/** KEYS attempts. ARGV now, until, keep. */
const BEGIN = script(
  `local nextAt = redis.call('HGET', KEYS[1], 'nextAt')
   if nextAt and tonumber(nextAt) > tonumber(ARGV[1]) then return { 'not_yet', nextAt } end
   local made = redis.call('HINCRBY', KEYS[1], 'made', 1)
   redis.call('HSET', KEYS[1], 'lastAt', ARGV[1], 'nextAt', ARGV[2])
   redis.call('EXPIRE', KEYS[1], ARGV[3])
   return { 'begun', made }`,
  asTexts,
  'attempt',
)

/** KEYS attempts. ARGV number, problem, next time, keep. */
const FAIL = script(
  `if redis.call('HGET', KEYS[1], 'made') ~= ARGV[1] then return 0 end
   redis.call('HSET', KEYS[1], 'lastProblem', ARGV[2], 'nextAt', ARGV[3])
   redis.call('EXPIRE', KEYS[1], ARGV[4])
   return 1`,
  (raw) => raw === 1,
)

const time = (text: string | null | undefined): number | null => (text ? readWholeNumber(KIND, 'a time', text) : null)

export const attemptStore = (redis: RedisClient): AttemptStore => ({
  of: async (eventId) => {
    const key = names.dlc.attempts(eventId)
    const [made, nextAt, lastProblem, lastAt] = await ofKind(
      KIND,
      redis.hmget(key, 'made', 'nextAt', 'lastProblem', 'lastAt'),
    )
    return {
      made: readWholeNumber(KIND, 'made', made ?? '0'),
      nextAt: time(nextAt),
      lastProblem: lastProblem === null || lastProblem === undefined ? null : PROBLEM.check(lastProblem),
      lastAt: time(lastAt),
    }
  },
  begin: async (eventId, now, waitMs) => {
    const [said, value] = await BEGIN.run(redis, [names.dlc.attempts(eventId)], [now, now + waitMs, KEEP_SECONDS])
    const kind = wordOf(said, ['begun', 'not_yet'])
    return kind === 'begun' ? { kind, number: Number(value) } : { kind, nextAt: Number(value) }
  },
  fail: (eventId, number, problem, nextAt) =>
    FAIL.run(redis, [names.dlc.attempts(eventId)], [number, problem, nextAt, KEEP_SECONDS]),
})
