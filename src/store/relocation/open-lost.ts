import { closedWords, readClosed } from '../format/closed-mark.ts'
import { openCopy } from '../format/format-scripts.ts'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import { mayLack, readCameBy } from './came-by.ts'
import { requireOwn } from './move-plan.ts'
import { LACKING_AND_LOST, orSentence, refuse, TAKEN } from './move-words.ts'
import { endOtherRuns, tryEnding } from './other-runs.ts'
import { serversOf } from './servers.ts'

/** The Redis that a store has left is lost for good, and its copy is whole and was not opened. */

export interface OpenParts {
  /** What the Redis that it left says; `null` where nobody answers, or nothing is there. */
  readonly said: string | null
  readonly process: string
  /** How many must have it. */
  readonly replicas: number
  /** The operator says that the Redis that it left is gone for good. */
  readonly isLost: boolean
  /** The operator says that each server of a cluster has all that it had. */
  readonly isRestarted: boolean
}

/** A store that answers is not lost: it may have been taken back and used, and the copy be an old one. */
const requireLost = ({ said, isLost }: OpenParts, move: string): void => {
  if (said === null) return
  const closed = readClosed(said)
  // Who has set `REDIS_URL` to the new one already names that one.
  if (closed?.end === 'filling' && isLost) return
  if (closed?.end === 'filling')
    refuse(
      'The new Redis is named as the old one too: name the one that the store left, or say with --lost that it is gone.',
    )
  if (closed?.move === move) refuse('The Redis that it leaves answers: run "claros store move" without --open.')
  refuse(
    'The Redis that it left answers, and its store was opened there again or went elsewhere, so this copy is an old one. If that is a backup, put in the place of what is lost, stop that Redis first, or move its folder away.',
  )
}

/** What a Redis says of the store that is or was there, for `said`. */
export const saysOfStore = (from: RedisClient): Promise<string | null> => from.get(names.format.mark())

const open = async (to: RedisClient, parts: OpenParts): Promise<boolean> => {
  const { process, replicas, isRestarted } = parts
  const servers = await serversOf(to)
  const there = await to.get(names.format.mark())
  const copy = there === null ? null : readClosed(there)
  const came = await readCameBy(to)
  if (there !== null && copy === null && came !== null) {
    // Whoever opened it may have ended before it waited for that.
    await untilReplicasHaveIt(to, replicas)
    return false
  }
  if (there === null || copy?.end !== 'filling')
    return refuse((there && closedWords(there)) ?? 'There is no copy of a store here that was not opened.')
  requireOwn(copy)
  if (came?.move !== copy.move)
    return refuse('The copy here is not whole: what it lacks is in the Redis that it left, or in a backup of that.')
  requireLost(parts, copy.move)
  if (mayLack(to, came, servers) && !isRestarted) throw LACKING_AND_LOST
  await untilReplicasHaveIt(to, replicas)
  await tryEnding(to)
  await endOtherRuns(to, process)
  if (!(await openCopy(to, there, copy.mark, came.text))) throw TAKEN
  await untilReplicasHaveIt(to, replicas)
  return true
}

/**
 * Opens it, on the word of the operator that no other run goes on with the move and that the end that was left is never used
 * again. Throws `StoreNotReady`.
 *
 * @returns false when it was open already
 */
export const openLost = (to: RedisClient, parts: OpenParts): Promise<boolean> => open(to, parts).catch(orSentence)
