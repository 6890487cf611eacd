import type { Random } from '../../ports.ts'
import { writeClosed } from '../format/closed-mark.ts'
import { fillAnew, openCopy, sayWhole, writeMarkAs } from '../format/format-scripts.ts'
import { ownKeys } from '../format/own-keys.ts'
import { shardsOf } from '../claims/shards.ts'
import { names } from '../redis/names.ts'
import type { RedisClient } from '../redis/client.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import { cameByText, mayLack } from './came-by.ts'
import { copyAs, type CopyKey, type Copying, type MoveEnds } from './copy-key.ts'
import { closeStore, type Mover } from './close-store.ts'
import type { HeldRight } from './held-right.ts'
import { isOpenThere, type MovePlan, planMove } from './move-plan.ts'
import { CHANGED, HELD_UP, LACKING, orSentence, TAKEN } from './move-words.ts'
import { untilOnDisk } from './on-disk.ts'
import { endOtherRuns, unlessCutOff } from './other-runs.ts'
import { paymentsToShards } from './payments-to-shards.ts'
import { serversOf } from './servers.ts'
import { type EndReplicas, tryBoth } from './try-both.ts'

/**
 * The store of a stopped service goes to another Redis (decision 0192). At no time can both ends be used: the one that is
 * left is closed first, and the copy is opened last. Where it stops between, it is run again.
 */

export interface StoreMoveParts extends MoveEnds, Mover {
  /** The operator says that no process of the service was ever started where an earlier copy is. */
  readonly isNeverUsed: boolean
  readonly replicas: EndReplicas
  readonly random: Random
  /** This release: `claros/0.1.0`. */
  readonly by: string
  /** Is told now and then how many keys were read. */
  onProgress(done: number): void
}

const MARK = names.format.mark()
const AT_ONCE = 32

const copierOf = (copying: Copying, to: RedisClient): CopyKey => {
  const shards = shardsOf(to)
  return shardsOf(copying.from) === shards ? (key) => copyAs(copying, key, key) : paymentsToShards(copying, shards)
}

const copyAll = async (
  copying: Copying,
  to: RedisClient,
  onProgress: StoreMoveParts['onProgress'],
): Promise<number> => {
  const copy = copierOf(copying, to)
  let done = 0
  for await (const page of ownKeys(copying.from)) {
    for (let at = 0; at < page.length; at += AT_ONCE) {
      // None goes on by itself when another one has failed.
      const ends = await Promise.allSettled(page.slice(at, at + AT_ONCE).map(copy))
      for (const end of ends) if (end.status === 'rejected') throw end.reason
    }
    done += page.length
    onProgress(done)
  }
  return done
}

interface Servers {
  readonly from: string
  readonly to: string
}

interface BegunMove {
  readonly plan: MovePlan
  readonly right: HeldRight
  /** At both ends, as they were before. */
  readonly servers: Servers
}

const serversAt = async ({ from, to }: MoveEnds): Promise<Servers> => {
  const [here, there] = await Promise.all([serversOf(from), serversOf(to)])
  return { from: here, to: there }
}

/** The servers are those that were there before, so that nothing was passed by or forgotten. */
const requireSame = async (ends: MoveEnds, { servers, right }: BegunMove): Promise<void> => {
  const now = await serversAt(ends)
  // Who has lost the right says nothing of the copy.
  right.check()
  if (now.from !== servers.from || now.to !== servers.to) throw CHANGED
}

/** A copy that is whole, and may be opened. */
interface Copied {
  /** The text under the key of the format there. */
  readonly filling: string
  readonly cameBy: string
  /** How many keys this run has read; `null` when it was whole before. */
  readonly copied: number | null
}

/**
 * Copies all of it, and has the new end say that it is whole, when its replicas and its disk have it. What opening it needs
 * is needed for that too, so that the old end is not left for one that cannot be opened.
 */
const copyWhole = async (parts: StoreMoveParts, begun: BegunMove): Promise<Copied> => {
  const { from, to, process, replicas, clock } = parts
  const { right } = begun
  const { move, mark, there } = begun.plan
  await untilReplicasHaveIt(from, replicas.from)
  const filling = writeClosed({ end: 'filling', move, run: parts.random.bytes(8).toHex(), mark })
  if (there === null) await to.set(MARK, filling, 'NX')
  else await fillAnew(to, there, filling)
  if ((await to.get(MARK)) !== filling) throw TAKEN
  // Before any key: without it a process that starts there would take them for a store.
  await untilReplicasHaveIt(to, replicas.to)
  right.check()
  await endOtherRuns(to, process)
  const into = (): RedisClient => {
    right.check()
    return to
  }
  const copied = await copyAll({ from, into }, to, parts.onProgress)
  await untilReplicasHaveIt(to, replicas.to)
  right.check()
  // From here on whoever finds this end without the copy does not know that nobody has opened it.
  if (!(await writeMarkAs(from, process, writeClosed({ end: 'copied', move, mark })))) throw HELD_UP
  await untilReplicasHaveIt(from, replicas.from)
  await untilOnDisk(clock)
  right.check()
  await endOtherRuns(to, process)
  await requireSame(parts, begun)
  const cameBy = cameByText(move, begun.servers.to)
  if (!(await sayWhole(to, filling, cameBy))) throw TAKEN
  await untilReplicasHaveIt(to, replicas.to)
  return { filling, cameBy, copied }
}

/** The end that is left says so. If it forgot that, it could be opened by --undo while the other one is in use. */
const leave = async ({ from, process, replicas }: StoreMoveParts, { move, mark }: MovePlan): Promise<string> => {
  const left = writeClosed({ end: 'left', move, mark })
  if (!(await writeMarkAs(from, process, left))) throw HELD_UP
  await untilReplicasHaveIt(from, replicas.from)
  return left
}

const leaveAndOpen = async (parts: StoreMoveParts, begun: BegunMove, copy: Copied): Promise<void> => {
  const { from, to, process, replicas, clock } = parts
  const { plan, right, servers } = begun
  const { filling, cameBy } = copy
  right.check()
  const left = await leave(parts, plan)
  await untilOnDisk(clock)
  right.check()
  await endOtherRuns(to, process)
  const there = await serversOf(to)
  // Who has lost the right says nothing of the copy.
  right.check()
  if (there !== servers.to) {
    // Of a copy that may lack something by now nobody must think that it is whole.
    if (copy.copied !== null) await fillAnew(to, filling, filling).catch(() => {})
    throw CHANGED
  }
  // What became of its server does not matter to a copy that is whole. Where it does not answer the copy stays as it is.
  if ((await from.get(MARK)) !== left) throw CHANGED
  right.check()
  if (!(await openCopy(to, filling, plan.mark, cameBy)) && !(await isOpenThere(to, plan))) throw TAKEN
  await untilReplicasHaveIt(to, replicas.to)
}

/** @returns how many keys were read; `null` when the copy was whole before */
const copyAndOpen = async (parts: StoreMoveParts, begun: BegunMove): Promise<number | null> => {
  const { there, whole } = begun.plan
  const copy =
    whole !== null && there !== null
      ? { filling: there, cameBy: whole.text, copied: null }
      : await copyWhole(parts, begun)
  await leaveAndOpen(parts, begun, copy)
  return copy.copied
}

/** Of a copy that was opened on the word that this end is lost. */
const sayLeft = async (parts: StoreMoveParts, plan: MovePlan): Promise<void> => {
  const right = await closeStore(parts.from, parts, plan)
  try {
    await leave(parts, plan)
  } finally {
    await right.giveUp()
  }
}

/**
 * Moves it, or goes on with a move that stopped. Throws `StoreNotReady` or `ForeignFormat`, both with what to do.
 *
 * @returns how many keys this run has read; `null` when all of it was there already
 */
export const moveStore = async (parts: StoreMoveParts): Promise<number | null> => {
  const { by, random } = parts
  const begin = async (): Promise<BegunMove | null> => {
    const servers = await serversAt(parts)
    const plan = await planMove(parts, by, random)
    if (plan === null || plan.isOpen) {
      if (plan !== null) await sayLeft(parts, plan)
      // Whoever opened it may have ended before it waited for that.
      await untilReplicasHaveIt(parts.to, parts.replicas.to)
      return null
    }
    if (plan.whole && mayLack(parts.to, plan.whole, servers.to)) throw LACKING
    await tryBoth(parts, parts.replicas, plan.whole !== null)
    return { plan, servers, right: await closeStore(parts.from, parts, plan) }
  }
  const begun = await begin().catch(orSentence)
  if (begun === null) return null
  try {
    return await unlessCutOff(parts.to, begun.right.lose, () => copyAndOpen(parts, begun)).catch(orSentence)
  } finally {
    await begun.right.giveUp()
  }
}
