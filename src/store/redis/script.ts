import { createHash } from 'node:crypto'
import type { RedisClient } from './client.ts'
import { refusalIn } from './refusal.ts'
import { UnreadableRecord } from './stored.ts'

const sha1 = (text: string): string => createHash('sha1').update(text).digest('hex')

/** Error texts of Lua and Redis when a stored value is missing or has another type than the script needs. */
const STOPPED =
  /^WRONGTYPE |user_script\b.*(?:attempt to|invalid|Expected|bad argument)|arguments must be .*user_script\b/

const stoppedAt = (kind: string, problem: unknown): unknown =>
  problem instanceof Error && refusalIn(problem.message) === null && STOPPED.test(problem.message)
    ? new UnreadableRecord(kind, `its script stopped: ${problem.message.slice(0, 120)}`)
    : problem

/**
 * A Lua script that Redis runs as one step. `run` throws `UnreadableRecord` when it stopped at a record that it could
 * not read.
 */
export interface Script<Reply> {
  run(redis: RedisClient, keys: readonly string[], args: readonly (string | number | Buffer)[]): Promise<Reply>
}

/** One run of a script. */
export interface ScriptCall {
  readonly source: string
  /** SHA-1 of the source, hex: Redis knows scripts by it. */
  readonly hash: string
  readonly keys: number
  /** Keys, then arguments. */
  readonly rest: readonly (string | number | Buffer)[]
}

/** Whether Redis has not run the script because it does not know it: a restarted or promoted Redis has no scripts. */
export const isUnknownScript = (problem: unknown): boolean =>
  problem instanceof Error && problem.message.startsWith('NOSCRIPT')

/**
 * While its slot moves to another server a cluster refuses, inside a script, every key that is not there any more, and
 * keeps what the script has done before: a script that deletes a key and writes it again would lose it. So there each
 * script first looks for a key that is never there. In a slot that moves it ends with that, and has done nothing.
 */
const LOOKS_FIRST = `if string.find(KEYS[1], '{', 1, true) then redis.call('EXISTS', KEYS[1] .. '~') end
`

/** Connections to one server of a cluster. */
const inCluster = new WeakSet<RedisClient>()

export const markInCluster = (redis: RedisClient): void => void inCluster.add(redis)

const guardedOf = new Map<string, Pick<ScriptCall, 'source' | 'hash'>>()

/** The same for a cluster. */
export const guarded = (call: ScriptCall): ScriptCall => {
  let known = guardedOf.get(call.hash)
  if (!known) {
    const source = `${LOOKS_FIRST}${call.source}`
    guardedOf.set(call.hash, (known = { source, hash: sha1(source) }))
  }
  return { ...call, ...known }
}

/** Sends the hash of the script, and the source only when Redis does not know it. */
export const sendAtOnce = async (redis: RedisClient, call: ScriptCall): Promise<unknown> => {
  const { source, hash, keys, rest } = redis.isCluster || inCluster.has(redis) ? guarded(call) : call
  try {
    return await redis.evalsha(hash, keys, ...rest)
  } catch (problem) {
    if (!isUnknownScript(problem)) throw problem
  }
  return redis.eval(source, keys, ...rest)
}

/**
 * How scripts are made that are sent in one way.
 *
 * @param send resolves with the raw reply
 */
export const scriptsSentBy =
  (send: (redis: RedisClient, call: ScriptCall) => Promise<unknown>) =>
  /**
   * @param read turns the raw reply into the result, and throws on a reply that the script cannot give
   * @param kind of the records that it reads
   */
  <Reply>(source: string, read: (raw: unknown) => Reply, kind = 'record'): Script<Reply> => {
    const hash = sha1(source)
    return {
      run: async (redis, keys, args) => {
        try {
          return read(await send(redis, { source, hash, keys: keys.length, rest: [...keys, ...args] }))
        } catch (problem) {
          throw stoppedAt(kind, problem)
        }
      },
    }
  }

/** For every change that may be lost with the primary, and every reading; the others are of `lasting.ts`. */
export const script = scriptsSentBy(sendAtOnce)

/** Readers of replies. Each throws on a reply that the script cannot give. */
export const wordOf = <const Word extends string>(raw: unknown, words: readonly Word[]): Word => {
  const word = words.find((each) => each === raw)
  if (word === undefined) throw new Error(`a script answered ${String(raw)}`)
  return word
}
/** A list of texts and numbers; an empty text stands for a missing one. */
export const asTexts = (raw: unknown): readonly string[] => {
  if (!Array.isArray(raw)) throw new Error(`a script answered ${String(raw)} in place of a list`)
  return raw.map((each) => (each === null ? '' : String(each)))
}

export const asNumber = (raw: unknown): number => Number(raw)
