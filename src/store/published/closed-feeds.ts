import { Type } from '@sinclair/typebox'
import type { RedisClient } from '../redis/client.ts'
import { RefusedSource } from '../../sources/permission.ts'
import { names } from '../redis/names.ts'
import { listOf, orTold, remade, type ReportUnreadable } from '../redis/stored.ts'

const CLOSED = remade('closed-feeds', Type.Object({ closed: Type.Record(Type.String(), listOf(RefusedSource)) }))

/** What each closed actor lacks; of a feed whose subjects start on demand, by the id of the feed. */
export type Closings = ReadonlyMap<string, readonly RefusedSource[]>

/**
 * Feeds that the operator's settings close. Publishers write them, since they alone know licences and keys; the last one
 * to start decides, as with schedules. The record stays while no publisher runs.
 */
export interface ClosedFeedStore {
  write(closed: Closings): Promise<void>
  /** Empty before the first record; `null` for one that this release cannot read. */
  read(): Promise<Closings | null>
}

const NONE: Closings = new Map()

export const closedFeedStore = (redis: RedisClient, told: ReportUnreadable): ClosedFeedStore => ({
  write: async (closed) => {
    await redis.set(names.closedFeeds(), CLOSED.write({ closed: Object.fromEntries(closed) }))
  },
  read: async () => {
    const text = await redis.get(names.closedFeeds())
    if (text === null) return NONE
    const record = orTold(told, () => CLOSED.parse(text))
    return record ? new Map(Object.entries(record.closed)) : null
  },
})
