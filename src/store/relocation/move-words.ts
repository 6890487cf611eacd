import { StoreNotReady } from '../format/format-faults.ts'
import { REFUSAL_WORDS, refusalOf } from '../redis/refusal.ts'

/** What a Redis says that cannot read what a later one has written. */
const OLDER = /DUMP payload version|Bad data format/

/** What Redis itself says: it is of no use to show where in the program. */
const isReply = (problem: Error): boolean => problem.name === 'ReplyError'

/** An error of a store, as a sentence for who moves it. Throws what is a bug. */
export const orSentence = (problem: unknown): never => {
  if (!(problem instanceof Error)) throw problem
  if (OLDER.test(problem.message))
    throw new StoreNotReady(
      'The Redis that it should go to is of an older version than the one that it leaves, and cannot read its keys. Take one of the same version or a later one.',
    )
  const refusal = refusalOf(problem)
  if (refusal === null && !isReply(problem)) throw problem
  const why = refusal === null ? problem.message : `${REFUSAL_WORDS[refusal]} (${problem.message})`
  throw new StoreNotReady(`It stopped: ${why}. Nothing is lost: when that is mended, run it again, and it goes on.`)
}
