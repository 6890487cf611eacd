import type { RedisClient } from '../redis/client.ts'
import { liftEarlierClaims } from './earlier-claims.ts'
import type { Migration } from './migration.ts'
import type { Move } from './move.ts'
import { ownKeys } from './own-keys.ts'
import { barName, renameKeys } from './rename-keys.ts'
import { isRemade, taggedName } from './tagged-names.ts'

/** What BullMQ kept for all lanes together. Who asked has gone, and schedules of actors are made anew at a start. */
const EARLIER_QUEUES = '{claros}:'

/** The reports of processes of the first format, which are gone. */
const EARLIER_REPORTS = 'claros:processes'

/** Lists that a process of the first format reads or writes before it can promise or sign anything. */
const BARRED = ['claros:dlc:due', 'claros:dlc:offers', 'claros:dlc:decided', EARLIER_REPORTS]

const forgetQueues = async (redis: RedisClient, move: Move): Promise<void> => {
  for await (const page of ownKeys(redis)) {
    await move.keep(0)
    const keys = page.filter((key) => key.startsWith(EARLIER_QUEUES) && taggedName(key) === null)
    if (keys.length > 0) await redis.unlink(...keys)
  }
}

export const FIRST_TO_SECOND: Migration = {
  from: 1,
  to: 2,
  why: 'keys that move together carry a tag, so that they lie in one slot of a cluster',
  run: async (redis, move) => {
    await liftEarlierClaims(redis, move)
    await forgetQueues(redis, move)
    await redis.del(EARLIER_REPORTS)
    await renameKeys(redis, move, taggedName, isRemade)
    for (const name of BARRED) await barName(redis, name)
  },
}
