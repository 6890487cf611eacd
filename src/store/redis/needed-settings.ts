import type { Redis } from 'ioredis'
import { onceAtATime } from '../../once-at-a-time.ts'
import type { Clock } from '../../ports.ts'
import type { RedisClient } from './client.ts'
import { primariesWith } from './cluster-nodes.ts'
import type { StoreRefusal } from './refusal.ts'

/** Settings of Redis without which claims are not safe. */

interface NeededSetting {
  readonly setting: string
  readonly good: string
  /** What happens otherwise, and what to do. */
  readonly refused: string
}

export const NEEDED_SETTINGS: readonly NeededSetting[] = [
  {
    setting: 'maxmemory-policy',
    good: 'noeviction',
    refused:
      'Redis would throw away claims and queues when memory is short. Run: redis-cli config set maxmemory-policy noeviction, and write it into its configuration too',
  },
  {
    setting: 'appendonly',
    good: 'yes',
    // What is turned on while a Redis runs begins a new file, over one that may hold more than that Redis does.
    refused:
      'Redis would forget spent payments when it restarts. Where nothing was sold from it yet, run: redis-cli config set appendonly yes, and write it into its configuration too. Where something was, copy its folder first, and do what docs/restore.md says about a Redis without its append-only file: the wrong order forgets sales',
  },
]

/** The value of a setting; `null` for one that this Redis does not have. Rejects where it may not be read. */
const read = async (redis: Redis, setting: string): Promise<string | null> =>
  ((await redis.call('CONFIG', 'GET', setting)) as string[])[1] ?? null

/** `null` also where it may not be read. */
export const settingOf = (redis: Redis, setting: string): Promise<string | null> =>
  read(redis, setting).catch(() => null)

/** A reply by which it is known that none will ever come. */
const isForGood = (problem: unknown): boolean => /^(?:NOPERM|ERR unknown command) /.test((problem as Error).message)

/** A server that is slower keeps no sale waiting: what it said last counts. */
const PATIENCE_MS = 300

/**
 * Whether a Redis that was good has lost one of them: what was set while it ran, and stands in no file, is gone when it is
 * started again, and whoever uses it saw a short silence. Where settings may not be read the operator has confirmed them.
 */
export const createSettingsProbe = (redis: RedisClient, clock: Clock): (() => Promise<StoreRefusal | null>) => {
  let mayRead = true
  let last: StoreRefusal | null = null

  const look = onceAtATime(async () => {
    const asked = primariesWith(redis).flatMap((node) =>
      NEEDED_SETTINGS.map(async ({ setting, good }) => {
        const value = await read(node, setting)
        return value === null || value === good
      }),
    )
    const told = await Promise.allSettled(asked)
    if (told.some((each) => each.status === 'rejected' && isForGood(each.reason))) mayRead = false
    if (told.some((each) => each.status === 'fulfilled' && !each.value)) last = 'forgetful'
    else if (told.every((each) => each.status === 'fulfilled')) last = null
  })

  return async () => {
    if (!mayRead) return last
    const inTime = new AbortController()
    // One that does not answer is told of by the write beside it.
    await Promise.race([look().catch(() => {}), clock.sleep(PATIENCE_MS, inTime.signal)])
    inTime.abort()
    return last
  }
}
