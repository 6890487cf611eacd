import type { Random } from '../../ports.ts'
import { writeClosed } from '../format/closed-mark.ts'
import { fillAnew, forgetCopy, writeMarkAs } from '../format/format-scripts.ts'
import { ownKeys } from '../format/own-keys.ts'
import type { RedisClient } from '../redis/client.ts'
import { closeStore, type Mover } from './close-store.ts'
import type { HeldRight } from './held-right.ts'
import { type MovePlan, planStay } from './move-plan.ts'
import { CHANGED, orSentence, TAKEN } from './move-words.ts'
import { endOtherRuns } from './other-runs.ts'

/** A move that has not ended is taken back. */

/** Deletes a copy, which from the first step on nobody can open any more. */
const deleteCopy = async (to: RedisClient, right: HeldRight, mover: StayParts, plan: MovePlan): Promise<void> => {
  const { move, mark, there } = plan
  const filling = writeClosed({ end: 'filling', move, run: mover.random.bytes(8).toHex(), mark })
  if (!(await fillAnew(to, there!, filling))) throw TAKEN
  await endOtherRuns(to, mover.process)
  for await (const page of ownKeys(to)) {
    right.check()
    await Promise.all(page.map((key) => to.unlink(key)))
  }
  right.check()
  if (!(await forgetCopy(to, filling))) throw TAKEN
}

export interface StayParts extends Mover {
  readonly random: Random
  /** The operator says that the new end is gone for ever, and that no process of the service has used it. */
  readonly isLost: boolean
}

/**
 * Takes back a move that has not ended: the copy is deleted, and the store can be used where it was.
 *
 * @param to `null`: what was begun there stays closed
 * @returns whether a copy was there, and is deleted
 */
export const stayHere = async (from: RedisClient, to: RedisClient | null, mover: StayParts): Promise<boolean> => {
  const plan = await planStay(from, to, mover.isLost).catch(orSentence)
  const right = await closeStore(from, mover, plan).catch(orSentence)
  const reopen = async (): Promise<boolean> => {
    const copy = plan.there === null ? null : to
    if (copy !== null) await deleteCopy(copy, right, mover, plan)
    right.check()
    if (!(await writeMarkAs(from, mover.process, plan.mark))) throw CHANGED
    return copy !== null
  }
  try {
    return await reopen().catch(orSentence)
  } finally {
    await right.giveUp()
  }
}
