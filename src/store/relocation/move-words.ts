import { StoreNotReady } from '../format/format-faults.ts'
import { REFUSAL_WORDS, refusalOf } from '../redis/refusal.ts'

/** For what is found out before anything is changed. */
export const refuse = (words: string): never => {
  throw new StoreNotReady(`${words} Nothing was changed.`)
}

/** The right to move it may be another one's by now. */
export const HELD_UP = new StoreNotReady(
  'This process was held up or cut off, and another one may be at it by now. Nothing is lost: run it again, and it goes on.',
)
/** A copy that may lack something. */
export const CHANGED = new StoreNotReady(
  'A server was started again or replaced meanwhile, or a slot was moved, so the copy may lack something. Nothing is lost: run it again.',
)
/** Of a copy that is deleted something may be left. */
export const LEFT_OVER = new StoreNotReady(
  'A server was started again or replaced meanwhile, or a slot was moved, so something of the copy may be left. Nothing is lost: run it again.',
)
/** A copy that was whole once. */
export const LACKING = new StoreNotReady(
  'Servers of the cluster that it should go to were started again or replaced since they had all of it, and may have lost some. The Redis that it left has all of it, unless a process of the service was ever started on the new one: take it back with --undo --never-used, and move it again.',
)
/** The same where the Redis that it left is lost. */
export const LACKING_AND_LOST = new StoreNotReady(
  'Servers of the cluster were started again or replaced since they had all of the copy, and may have lost some: what was paid for there would be sold again. Where each was only started again, with all that it had, --restarted opens it. Nothing was changed.',
)
/** It is open, and that may be forgotten. */
export const OPEN_HERE = new StoreNotReady(
  'The store here is open, but its replicas did not say in time that they have that. Wait until they copy it before the service is started.',
)
/** The other end is not as this run has left it. */
export const TAKEN = new StoreNotReady(
  'Somebody else writes where the store should go to: another run of this command, or a process of the service. Look who it is, and run this again when that has ended. Delete nothing there before you know: it may be in use.',
)

/** What is said where one cannot read what the other has written. */
const FOREIGN = /DUMP payload version|Bad data format|Unsupported foreign data type/

/** What Redis itself says: it is of no use to show where in the program. */
const isReply = (problem: Error): boolean => problem.name === 'ReplyError'

/** An error of a store, as a sentence for who moves it. Throws what is a bug. */
export const orSentence = (problem: unknown): never => {
  if (!(problem instanceof Error)) throw problem
  if (FOREIGN.test(problem.message))
    throw new StoreNotReady(
      'The Redis that it should go to cannot read the keys of the one that it leaves: it is older, or one is Redis and the other Valkey. Take the same program in the same version or a later one; docs/moving.md says which others can be read.',
    )
  const refusal = refusalOf(problem)
  if (refusal === null && !isReply(problem)) throw problem
  const why = refusal === null ? problem.message : `${REFUSAL_WORDS[refusal]} (${problem.message})`
  throw new StoreNotReady(`It stopped: ${why}. Nothing is lost: when that is mended, run it again, and it goes on.`)
}
