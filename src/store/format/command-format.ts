import type { RedisClient } from '../redis/client.ts'
import { names } from '../redis/names.ts'
import { ForeignFormat, foreignWords, StoreNotReady } from './format-faults.ts'
import { enterAtWork, leaveWork } from './format-scripts.ts'
import { readMark } from './format-mark.ts'
import { FIRST_FORMAT, MIGRATIONS } from './migrations.ts'
import { isUnused } from './own-keys.ts'
import { type FormatParts, ownFormat } from './settle-format.ts'
import { LOOK_MS, storeFormat } from './store-format.ts'

/** The format of the store, for commands that an operator runs once. */

const LEAVE_MS = 1_000

/**
 * For a command that only reads: changes nothing. Rejects with `ForeignFormat`, and with `StoreNotReady` when the store
 * has an older format.
 *
 * @param by this release: `claros/0.1.0`
 */
export const requireFormat = async (redis: RedisClient, by: string, migrations = MIGRATIONS): Promise<void> => {
  const own = ownFormat({ migrations, by })
  const text = await redis.get(names.format.mark())
  if (text === null && (own.format === FIRST_FORMAT || (await isUnused(redis)))) return
  const words = text === null ? null : foreignWords(text, own)
  if (words !== null) throw new ForeignFormat(words)
  const mark = text === null ? { whole: FIRST_FORMAT, towards: null } : readMark(text)
  if (mark!.whole !== own.format || mark!.towards !== null)
    throw new StoreNotReady(
      `The data in this Redis has format ${mark!.whole}, and this release (${by}) reads format ${own.format}. Nothing was changed: start the service of this release once, which moves the data, or run this command of the release before (docs/upgrading.md).`,
    )
}

/**
 * For a command that writes beside the service or without it: changes no format, and counts as a process at work, so that
 * nobody moves the store meanwhile. Rejects as `requireFormat`.
 */
export const besideService = async <T>(
  { redis, process, clock, by }: Omit<FormatParts, 'migrations' | 'log'>,
  work: () => Promise<T>,
): Promise<T> => {
  const { format } = ownFormat({ migrations: MIGRATIONS, by })
  const say = () => enterAtWork(redis, process, format)
  // Before it looks: who moved the store before has closed it by then, and who wants to afterwards is refused.
  await say()
  const timer = setInterval(() => void say().catch(() => {}), LOOK_MS)
  try {
    await requireFormat(redis, by)
    return await work()
  } finally {
    clearInterval(timer)
    await Promise.race([leaveWork(redis, process).catch(() => {}), clock.sleep(LEAVE_MS)])
  }
}

/**
 * For a command that writes while the service is stopped: brings the store to the format of this release, and counts as a
 * process at work, so that nobody moves the store meanwhile.
 */
export const whileAtWork = async <T>(parts: Omit<FormatParts, 'migrations'>, work: () => Promise<T>): Promise<T> => {
  const { redis, process, clock, log, by } = parts
  const format = storeFormat(redis, clock)
  await format.settle({ process, by }, log)
  const leave = format.watch(() => {})
  try {
    return await work()
  } finally {
    // Of a Redis that was lost meanwhile nothing is waited for.
    await Promise.race([leave(), clock.sleep(LEAVE_MS)])
  }
}
