import type { Random } from '../../ports.ts'
import { writeClosed } from '../format/closed-mark.ts'
import { fillAnew, forgetCopy, writeMarkAs } from '../format/format-scripts.ts'
import { isUnused, ownKeys } from '../format/own-keys.ts'
import type { RedisClient } from '../redis/client.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import { closeStore, type Mover } from './close-store.ts'
import type { MoveEnds } from './copy-key.ts'
import type { HeldRight } from './held-right.ts'
import { type MovePlan, planStay } from './move-plan.ts'
import { HELD_UP, LEFT_OVER, OPEN_HERE, orSentence, TAKEN } from './move-words.ts'
import { untilOnDisk } from './on-disk.ts'
import { endOtherRuns, tryEnding, unlessCutOff } from './other-runs.ts'
import { serversOf } from './servers.ts'
import type { EndReplicas } from './try-both.ts'

/** A move that has not ended is taken back. */

export interface StayParts extends Mover {
  readonly random: Random
  readonly replicas: EndReplicas
  /** The operator says that no process of the service was ever started on the new end. */
  readonly isNeverUsed: boolean
}

interface BegunStay {
  readonly plan: MovePlan
  /** Of the copy, as they were before; `null` without one. */
  readonly servers: string | null
  readonly right: HeldRight
}

/** Deletes a copy. From the second step on nobody can open it any more, and both ends say so: it goes on from there. */
const deleteCopy = async (ends: MoveEnds, parts: StayParts, { plan, right, servers }: BegunStay): Promise<void> => {
  const { from, to } = ends
  const { move, mark, there } = plan
  const filling = writeClosed({ end: 'filling', move, run: parts.random.bytes(8).toHex(), mark })
  if (!(await fillAnew(to, there!, filling))) throw TAKEN
  await untilReplicasHaveIt(to, parts.replicas.to)
  if (!(await writeMarkAs(from, parts.process, writeClosed({ end: 'leaving', move, mark })))) throw HELD_UP
  // If both ends forgot that, what is left of the copy would be opened.
  await untilReplicasHaveIt(from, parts.replicas.from)
  await untilOnDisk(parts.clock)
  right.check()
  await endOtherRuns(to, parts.process)
  for await (const page of ownKeys(to)) {
    right.check()
    await Promise.all(page.map((key) => to.unlink(key)))
  }
  await untilReplicasHaveIt(to, parts.replicas.to)
  // Without the mark of the copy nobody would know what lies there.
  if ((await serversOf(to)) !== servers || !(await isUnused(to))) throw LEFT_OVER
  right.check()
  if (!(await forgetCopy(to, filling))) throw TAKEN
}

const reopen = async (from: RedisClient, to: RedisClient | null, parts: StayParts, begun: BegunStay): Promise<void> => {
  const { plan, right } = begun
  if (to !== null) await deleteCopy({ from, to }, parts, begun)
  // Replicas that are not there are found out before it is open.
  await untilReplicasHaveIt(from, parts.replicas.from)
  right.check()
  if (!(await writeMarkAs(from, parts.process, plan.mark))) throw HELD_UP
  await untilReplicasHaveIt(from, parts.replicas.from).catch(() => {
    throw OPEN_HERE
  })
}

/**
 * Takes back a move that has not ended: the copy is deleted, and the store can be used where it was.
 *
 * @param to `null`: what was begun there stays closed, unless somebody opens it with `openLost`
 * @returns whether a copy was there, and is deleted
 */
export const stayHere = async (from: RedisClient, to: RedisClient | null, parts: StayParts): Promise<boolean> => {
  const begin = async (): Promise<BegunStay> => {
    // No slot is on its way.
    await serversOf(from)
    const servers = to && (await serversOf(to))
    const plan = await planStay(from, to, parts.isNeverUsed)
    if (to !== null) await tryEnding(to)
    return { plan, servers, right: await closeStore(from, parts, plan) }
  }
  const begun = await begin().catch(orSentence)
  const copy = begun.plan.there === null ? null : to
  const work = (): Promise<void> => reopen(from, copy, parts, begun)
  try {
    await (copy === null ? work() : unlessCutOff(copy, begun.right.lose, work)).catch(orSentence)
    return copy !== null
  } finally {
    await begun.right.giveUp()
  }
}
