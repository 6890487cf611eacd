import { createHash } from 'node:crypto'
import type { Redis } from 'ioredis'

/** A Lua script that runs in Redis as one step. */
export interface Script<Reply> {
  run(redis: Redis, keys: readonly string[], args: readonly (string | number)[]): Promise<Reply>
}

/**
 * Sends the hash, and the source only when Redis does not know it: a restarted Redis has forgotten its scripts.
 *
 * @param read turns the raw reply into what callers want, and throws on what the script cannot return
 */
export const script = <Reply>(source: string, read: (raw: unknown) => Reply): Script<Reply> => {
  const hash = createHash('sha1').update(source).digest('hex')
  return {
    run: async (redis, keys, args) => {
      const rest = [...keys, ...args]
      try {
        return read(await redis.evalsha(hash, keys.length, ...rest))
      } catch (problem) {
        if (!(problem instanceof Error && problem.message.startsWith('NOSCRIPT'))) throw problem
        return read(await redis.eval(source, keys.length, ...rest))
      }
    },
  }
}

/** Readers for replies. Each throws on what the script cannot return. */
export const wordOf = <Word extends string>(raw: unknown, words: readonly Word[]): Word => {
  const word = words.find((each) => each === raw)
  if (word === undefined) throw new Error(`a script answered ${String(raw)}`)
  return word
}
/** A list whose parts the script has written as texts or numbers; nothing stands for no text. */
export const textsOf = (raw: unknown): readonly string[] => {
  if (!Array.isArray(raw)) throw new Error(`a script answered ${String(raw)} in place of a list`)
  return raw.map((each) => (each === null ? '' : String(each)))
}

export const asNumber = (raw: unknown): number => Number(raw)
export const asTexts = textsOf
