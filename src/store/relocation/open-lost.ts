import { closedWords, readClosed } from '../format/closed-mark.ts'
import { StoreNotReady } from '../format/format-faults.ts'
import { openCopy } from '../format/format-scripts.ts'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import { requireOwn } from './move-plan.ts'
import { orSentence, TAKEN } from './move-words.ts'
import { endOtherRuns, tryEnding } from './other-runs.ts'
import { serversOf } from './servers.ts'

/** The Redis that a store has left is lost for good, and its copy is whole and was not opened. */

const open = async (to: RedisClient, process: string, replicas: number): Promise<void> => {
  await serversOf(to)
  const there = await to.get(names.format.mark())
  const copy = there === null ? null : readClosed(there)
  if (there === null || copy?.end !== 'filling')
    throw new StoreNotReady(
      `${(there && closedWords(there)) ?? 'There is no copy of a store here that was not opened.'} Nothing was changed.`,
    )
  requireOwn(copy)
  if ((await to.get(names.format.cameBy())) !== copy.move)
    throw new StoreNotReady('The copy here is not whole: the Redis that it left has all of it. Nothing was changed.')
  await tryEnding(to)
  await endOtherRuns(to, process)
  if (!(await openCopy(to, there, copy.mark, copy.move))) throw TAKEN
  await untilReplicasHaveIt(to, replicas)
}

/**
 * Opens it, on the word of the operator that no other run goes on with the move and that the end that was left is never used
 * again. Throws `StoreNotReady`.
 *
 * @param replicas how many must have it
 */
export const openLost = (to: RedisClient, process: string, replicas: number): Promise<void> =>
  open(to, process, replicas).catch(orSentence)
