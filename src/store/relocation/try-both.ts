import { names } from '../redis/names.ts'
import type { RedisClient } from '../redis/client.ts'
import { primariesWith } from '../redis/cluster-nodes.ts'
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

/** Rejects with what the end said that does not. */
export const tryBoth = async ({ from, to }: MoveEnds, replicas: EndReplicas): Promise<void> => {
  await tryWriting(to, await tryReading(from))
  await tryEnding(to)
  await untilReplicasHaveIt(from, replicas.from)
  await untilReplicasHaveIt(to, replicas.to)
}
