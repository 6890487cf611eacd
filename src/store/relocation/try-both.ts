import { names } from '../redis/names.ts'
import type { RedisClient } from '../redis/client.ts'
import { primariesWith } from '../redis/cluster-nodes.ts'
import { MOST_OFF_MS, readStoreTime, spreadOf } from '../redis/store-clock.ts'
import { StoreNotReady } from '../format/format-faults.ts'
import { untilReplicasHaveIt } from '../redis/replicas-have-it.ts'
import type { MoveEnds } from './copy-key.ts'
import { tryEnding } from './other-runs.ts'

/** Whether both ends allow what a move does there, and have what it waits for: asked before anything is closed. */

/** How many of each primary must have what was written, before that is relied on. */
export interface EndReplicas {
  readonly from: number
  readonly to: number
}

const MARK = names.format.mark()
const TRIAL = names.format.trial()
const TRIAL_MS = 10_000
/** Keys of queues begin in another way, and a user may be kept to keys that begin in one. */
const OF_QUEUES = `{${names.queuePrefix}:trial}`

const tryReading = async (from: RedisClient): Promise<Buffer | null> => {
  await from.pttl(OF_QUEUES)
  for (const place of primariesWith(from)) await place.scan('0', 'COUNT', 1)
  return from.dumpBuffer(MARK)
}

const tryWriting = async (to: RedisClient, bytes: Buffer | null): Promise<void> => {
  if (bytes !== null) await to.restore(TRIAL, TRIAL_MS, bytes, 'REPLACE')
  await to.del(TRIAL)
  await to.del(OF_QUEUES)
}

/** Ends of keys are times, and those of payments are kept by the clock of the Redis where they lie. */
const requireClocksAlike = async ({ from, to }: MoveEnds): Promise<void> => {
  const apart = spreadOf(await Promise.all([from, to].map(readStoreTime)))
  if (apart > MOST_OFF_MS)
    throw new StoreNotReady(
      `The clocks of the two Redis differ by ${apart / 1_000} s. Set them right, by NTP. Nothing was changed.`,
    )
}

/**
 * Rejects with what the end said that does not.
 *
 * @param isFilled nothing more is to be copied: a new end that is full by now can be opened
 */
export const tryBoth = async (ends: MoveEnds, replicas: EndReplicas, isFilled: boolean): Promise<void> => {
  const { from, to } = ends
  await requireClocksAlike(ends)
  if (!isFilled) await tryWriting(to, await tryReading(from))
  await tryEnding(to)
  await untilReplicasHaveIt(from, replicas.from)
  await untilReplicasHaveIt(to, replicas.to)
}
