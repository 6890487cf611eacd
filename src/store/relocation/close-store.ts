import { readClosed, writeClosed } from '../format/closed-mark.ts'
import { StoreNotReady } from '../format/format-faults.ts'
import { readMark } from '../format/format-mark.ts'
import { takeMove } from '../format/format-scripts.ts'
import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { type HeldRight, holdRight, readClocks, type RightClocks } from './held-right.ts'
import type { MovePlan } from './move-plan.ts'

/** The first step of a move: nobody is at work, and the end that is left is closed. */

/** One that moves it, or takes a move back. */
export interface Mover extends RightClocks {
  /** The name of this process, which no other has. */
  readonly process: string
  /** A connection to the end that is left for the right to move it alone, which no long reply holds up. */
  readonly own: RedisClient
}

/** Longer than a process at work needs to say so once more. */
const SAYS_AGAIN_MS = 6_000

const atWork = (named: readonly string[]): StoreNotReady =>
  new StoreNotReady(
    `${named.length === 1 ? 'A process of the service is' : `${named.length} processes of the service are`} at work (${named.slice(0, 5).join(', ')}${named.length > 5 ? ', …' : ''}). Stop them; one that was killed counts for 20 s more. Nothing was changed.`,
  )

/**
 * Who says once more that it is at work is so, whatever the clock of this Redis says, and whoever could not say it before.
 *
 * @returns the entries of those that did not
 */
const requireNobody = async (from: RedisClient, { clock }: Mover): Promise<Readonly<Record<string, string>>> => {
  const before = await from.hgetall(names.format.atWork())
  await clock.sleep(SAYS_AGAIN_MS)
  const after = await from.hgetall(names.format.atWork())
  const named = Object.keys(after).filter((process) => after[process] !== before[process])
  if (named.length > 0) throw atWork(named)
  return after
}

/** Takes the right to, and closes the end that is left. Throws `StoreNotReady` while a process of the service is at work. */
export const closeStore = async (from: RedisClient, mover: Mover, plan: MovePlan): Promise<HeldRight> => {
  const { move, mark, here } = plan
  const silent = await requireNobody(from, mover)
  // What says that its copy is whole goes on saying so: the copy may be open by now.
  const closed = readClosed(here)
  const text = closed?.move === move && closed.end !== 'filling' ? here : writeClosed({ end: 'leaving', move, mark })
  // Whoever is at work has an older format than one that has not come yet.
  const after = (readMark(mark)?.whole ?? 0) + 1
  const askedAt = readClocks(mover)
  const { kind, named } = await takeMove(from, { process: mover.process, seen: here, to: after, text }, silent)
  if (kind === 'older') throw atWork(named)
  if (kind === 'changed')
    throw new StoreNotReady(
      'The store was moved, or taken back, since this run looked. Nothing was changed: run it again.',
    )
  if (kind !== 'taken')
    throw new StoreNotReady(
      'Another process moves this store, or one did that was killed less than 30 s ago. Nothing was changed.',
    )
  return holdRight(mover.own, mover.process, mover, askedAt)
}
