import type { Clock, Random } from '../../ports.ts'
import { writeClosed } from '../format/closed-mark.ts'
import { StoreNotReady } from '../format/format-faults.ts'
import { readMark } from '../format/format-mark.ts'
import { fillAnew, forgetCopy, openCopy, takeMove, writeMarkAs } from '../format/format-scripts.ts'
import { ownKeys } from '../format/own-keys.ts'
import { shardsOf } from '../claims/shards.ts'
import { names } from '../redis/names.ts'
import type { RedisClient } from '../redis/client.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import { copyAs, type CopyKey, type Copying, type MoveEnds } from './copy-key.ts'
import { type HeldRight, holdRight } from './held-right.ts'
import { type MovePlan, planMove, planStay } from './move-plan.ts'
import { orSentence } from './move-words.ts'
import { paymentsToShards } from './payments-to-shards.ts'
import { serversOf } from './servers.ts'

/**
 * The store of a stopped service goes to another Redis (decision 0192). At no time can both ends be used: the one that is
 * left is closed first, and the copy is opened last. Where it stops between, it is run again.
 */

/** One that moves it, or takes a move back. */
export interface Mover {
  readonly clock: Clock
  /** The name of this process, which no other has. */
  readonly process: string
}

export interface StoreMoveParts extends MoveEnds, Mover {
  /** How many of each primary must have what was written, before that is relied on. */
  readonly replicas: { readonly from: number; readonly to: number }
  readonly random: Random
  /** This release: `claros/0.1.0`. */
  readonly by: string
  /** Is told now and then how many keys were read. */
  onProgress(done: number): void
}

const MARK = names.format.mark()
const AT_ONCE = 32
/** By then a disk that is written each second has what was said before. */
const SYNCED_MS = 2_000
const TRIAL_MS = 10_000

const CHANGED = new StoreNotReady(
  'A server was started again or replaced meanwhile, or a slot was moved, so the copy may lack something. Nothing is lost: run it again.',
)
const TAKEN = new StoreNotReady(
  'Somebody else writes where the store should go to. Stop that, empty it, and run it again.',
)

/** Takes the right to, and closes the end that is left. Throws `StoreNotReady` while a process of the service is at work. */
const closeStore = async (from: RedisClient, { process, clock }: Mover, plan: MovePlan): Promise<HeldRight> => {
  const { move, mark, here } = plan
  const text = writeClosed({ end: 'leaving', move, mark })
  // Whoever is at work has an older format than one that has not come yet.
  const after = (readMark(mark)?.whole ?? 0) + 1
  const { kind, named } = await takeMove(from, { process, seen: here, to: after, text })
  if (kind === 'older')
    throw new StoreNotReady(
      `${named.length} processes of the service are at work (${named.slice(0, 5).join(', ')}${named.length > 5 ? ', …' : ''}). Stop them; one that was killed counts for 20 s more. Nothing was changed.`,
    )
  if (kind !== 'taken')
    throw new StoreNotReady(
      'Another process moves this store, or one did that was killed less than 30 s ago. Nothing was changed.',
    )
  return holdRight(from, process, clock)
}

/** Whether one end may be read and the other written in this way, before anything is closed. */
const tryBoth = async ({ from, to }: MoveEnds): Promise<void> => {
  const bytes = await from.dumpBuffer(MARK)
  if (bytes === null) return
  await to.restore(names.format.trial(), TRIAL_MS, bytes, 'REPLACE')
  await to.del(names.format.trial())
}

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
    for (let at = 0; at < page.length; at += AT_ONCE) await Promise.all(page.slice(at, at + AT_ONCE).map(copy))
    done += page.length
    onProgress(done)
  }
  return done
}

interface BegunMove {
  readonly plan: MovePlan
  readonly right: HeldRight
  /** At both ends, as they were before. */
  readonly servers: string
}

const serversAt = async ({ from, to }: MoveEnds): Promise<string> =>
  (await Promise.all([serversOf(from), serversOf(to)])).join()

/** @returns how many keys were read */
const copyAndOpen = async (parts: StoreMoveParts, { plan, right, servers }: BegunMove): Promise<number> => {
  const { from, to, process, replicas, clock } = parts
  await untilReplicasHaveIt(from, replicas.from)
  const { move, mark, there } = plan
  const filling = writeClosed({ end: 'filling', move, run: parts.random.bytes(8).toHex(), mark })
  if (there === null) await to.set(MARK, filling, 'NX')
  else await fillAnew(to, there, filling)
  if ((await to.get(MARK)) !== filling) throw TAKEN
  const into = (): RedisClient => {
    right.check()
    return to
  }
  const copied = await copyAll({ from, into }, to, parts.onProgress)
  await untilReplicasHaveIt(to, replicas.to)
  if ((await serversAt(parts)) !== servers) throw CHANGED
  if ((await to.get(MARK)) !== filling) throw TAKEN
  right.check()
  if (!(await writeMarkAs(from, process, writeClosed({ end: 'left', move, mark })))) throw CHANGED
  // If the end that was left forgot that now, it could be opened by --undo while the other one is in use.
  await untilReplicasHaveIt(from, replicas.from)
  await clock.sleep(SYNCED_MS)
  right.check()
  if (!(await openCopy(to, filling, mark, move))) throw TAKEN
  await untilReplicasHaveIt(to, replicas.to)
  return copied
}

/**
 * Moves it, or goes on with a move that stopped. Throws `StoreNotReady` or `ForeignFormat`, both with what to do.
 *
 * @returns how many keys this run has read; `null` when the store was there already
 */
export const moveStore = async (parts: StoreMoveParts): Promise<number | null> => {
  const { by, random } = parts
  const begin = async (): Promise<BegunMove | null> => {
    const servers = await serversAt(parts)
    const plan = await planMove(parts, by, random)
    if (plan === null) return null
    await tryBoth(parts)
    return { plan, servers, right: await closeStore(parts.from, parts, plan) }
  }
  const begun = await begin().catch(orSentence)
  if (begun === null) return null
  try {
    return await copyAndOpen(parts, begun).catch(orSentence)
  } finally {
    await begun.right.giveUp()
  }
}

/**
 * Takes back a move that has not ended: the copy is deleted, and the store can be used where it was.
 *
 * @param to `null`: what was begun there stays closed
 */
export const stayHere = async (from: RedisClient, to: RedisClient | null, mover: Mover): Promise<void> => {
  const plan = await planStay(from, to).catch(orSentence)
  const right = await closeStore(from, mover, plan).catch(orSentence)
  const reopen = async (): Promise<void> => {
    if (to !== null && plan.there !== null) {
      for await (const page of ownKeys(to)) {
        right.check()
        await Promise.all(page.map((key) => to.unlink(key)))
      }
      right.check()
      if (!(await forgetCopy(to, plan.there))) throw TAKEN
    }
    if (!(await writeMarkAs(from, mover.process, plan.mark))) throw CHANGED
  }
  try {
    await reopen().catch(orSentence)
  } finally {
    await right.giveUp()
  }
}
